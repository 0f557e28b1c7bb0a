import type { TextDescription } from '~/forms/described-form';

/** Asks for the admin's own password, which a stranger at an unlocked computer does not know. */
export const ownPassword = (hint?: string): TextDescription => ({
  name: 'ownPassword',
  label: 'Your own password',
  type: 'password',
  autoComplete: 'current-password',
  required: true,
  hint,
});
