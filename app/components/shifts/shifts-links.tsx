/** The parameter that is the view of the shifts: it stays while dialogs open and close over them. */
import { useLocation } from '@remix-run/react';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { keptParams } from '~/forms/kept-params';

/** @param week another one than in the address. */
export const shiftsPath = (search: string, dialog = '', week?: string) =>
  `/dispatcher/shifts${dialog}${keptParams(['week'], search, week === undefined ? {} : { week })}`;

const GONE = {
  title: 'Not found',
  text: 'There is no such driver or day. Someone may have deleted the driver.',
};

/** In place of a dialog over the shifts that can't be shown. */
export const ShiftTrouble = () => <DialogTrouble gone={GONE} closeTo={shiftsPath(useLocation().search)} />;
