import { useLocation } from '@remix-run/react';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { usersPath } from './admin-links';

/** Replaces a dialog over the settings when it can't be shown. */
export const SettingsTrouble = () => <DialogTrouble closeTo="/settings" />;

/** Replaces a dialog over User Management. */
export const UserTrouble = () => <DialogTrouble closeTo={usersPath(useLocation().search)} />;
