import { DialogTrouble } from '~/forms/dialog-trouble';

/** In place of a dialog over the settings that can't be shown. */
export const SettingsTrouble = () => <DialogTrouble closeTo="/settings" />;
