import type { TextDescription } from '~/forms/described-form';
import { settings } from '~/words/en/settings';

/** Asks for the admin's own password, which a stranger at an unlocked computer does not know. */
export const ownPassword = (hint?: string): TextDescription => ({
  name: 'ownPassword',
  label: settings.ownPassword,
  type: 'password',
  autoComplete: 'current-password',
  required: true,
  hint,
});
