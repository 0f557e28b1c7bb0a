import { DialogTrouble } from '~/components/board/dialog-trouble';

/** Replaces a dialog over the settings when it can't be shown. */
export const SettingsTrouble = () => <DialogTrouble closeTo="/settings" />;
