/** Links of the shifts. The parameter for the week stays while dialogs open and close over the page. */
import { useLocation } from '@remix-run/react';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { keptParams } from '~/forms/view-params';

/** @param week replaces the week of the address. */
export const shiftsPath = (search: string, dialog = '', week?: string) =>
  `/dispatcher/shifts${dialog}${keptParams(['week'], search, week === undefined ? {} : { week })}`;

const GONE = {
  title: 'Not found',
  text: 'There is no such driver or day. Someone may have deleted the driver.',
};

/** Replaces a dialog over the shifts when it can't be shown. */
export const ShiftTrouble = () => <DialogTrouble gone={GONE} closeTo={shiftsPath(useLocation().search)} />;
