/** The fields of an account's contacts. Safe and small in the browser. */
import { fieldTable } from '~/domain/kernel/field-table';
import { LIMITS } from '~/domain/kernel/limits';

export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CHANNEL_LABELS: Record<Channel, string> = { email: 'Email', sms: 'Text message' };

export const CONTACT_FIELDS = fieldTable({
  name: { label: 'Name', max: LIMITS.name, required: true, isName: true },
  email: { label: 'Email', max: 254 },
  phone: { label: 'Mobile Phone', type: 'tel', max: LIMITS.phone },
  consentSource: {
    label: 'How They Agreed',
    placeholder: 'E.g., by phone, on the order form',
    max: LIMITS.name,
  },
});

/** The fields of a contact that the account's activity records. */
export const CONSENT_FIELDS = fieldTable({
  name: CONTACT_FIELDS.name,
  channels: { label: 'Send News By' },
  consentOn: { label: 'Agreed On' },
  consentSource: CONTACT_FIELDS.consentSource,
});

/** Formats a number of this country without its prefix, as people here write it. */
export const shownPhone = (phone: string) => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
