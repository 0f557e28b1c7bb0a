import { useLocation } from '@remix-run/react';
import { DialogTrouble } from '~/forms/dialog-trouble';
import { accountsPath } from './view';

const GONE = {
  title: 'Account not found',
  text: 'There is no such account. Somebody may have deleted it.',
};

/** In place of a dialog about an account that can't be shown. */
export function AccountTrouble() {
  return <DialogTrouble gone={GONE} closeTo={accountsPath(useLocation().search)} />;
}
