import type { FieldDescription } from '~/forms/described-form';
import { settings } from '~/words/en/settings';
import { LANGUAGES, type Language } from '~/words/languages';

/** Languages are shown by their own names. Without a choice, it is the browser's language. */
export const languageField = (chosen: Language | null): FieldDescription => ({
  kind: 'select',
  name: 'language',
  label: settings.language,
  value: chosen ?? '',
  options: Object.entries(LANGUAGES),
  none: settings.browserLanguage,
});
