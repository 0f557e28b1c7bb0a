/** The fields of a contact, new or stored. */
import type { SubmissionResult } from '@conform-to/react';
import * as css from '~/components/administration/choice.css';
import {
  CHANNEL_LABELS,
  CHANNELS,
  CONTACT_FIELDS,
  shownPhone,
} from '~/domain/network/accounts/contact-fields';
import type { Contact } from '~/domain/network/accounts/contacts.server';
import { typedList, typedText } from '~/forms/typed';
import { Checkbox, Errors, HasBox, InputField } from '~/ui/field';
import { Inline } from '~/ui/layout';

type Props = {
  stored?: Contact;
  /** The form as it was sent, if it was refused. */
  sent: SubmissionResult | undefined;
  /** The version of the contact that a restored draft was typed for. */
  version?: string | undefined;
};

const { name, email, phone, consentSource } = CONTACT_FIELDS;

export function ContactFields({ stored, sent, version }: Props) {
  const errors = sent?.error;
  const channels = typedList(sent, 'channels', stored?.channels ?? []);
  return (
    <>
      {stored && (
        <input
          type="hidden"
          name="version"
          value={version ?? typedText(sent, 'version', String(stored.version))}
        />
      )}
      <InputField
        label={name.label}
        name="name"
        id="contact-name"
        required
        maxLength={name.max}
        errors={errors?.name}
        defaultValue={typedText(sent, 'name', stored?.name)}
        autoComplete="off"
        data-autofocus
      />
      <InputField
        label={email.label}
        name="email"
        id="contact-email"
        type="email"
        maxLength={email.max}
        errors={errors?.email}
        defaultValue={typedText(sent, 'email', stored?.email)}
        autoComplete="off"
      />
      <InputField
        label={phone.label}
        name="phone"
        id="contact-phone"
        type="tel"
        maxLength={phone.max}
        errors={errors?.phone}
        defaultValue={typedText(sent, 'phone', shownPhone(stored?.phone ?? ''))}
        autoComplete="off"
      />
      <fieldset aria-describedby={errors?.channels ? 'channels-error' : undefined}>
        <legend className={css.legend}>Agreed to get news about deliveries by</legend>
        <HasBox name="channels" />
        <Inline>
          {CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              name="channels"
              value={channel}
              label={CHANNEL_LABELS[channel]}
              defaultChecked={channels.includes(channel)}
            />
          ))}
        </Inline>
        <Errors id="channels-error" errors={errors?.channels} />
      </fieldset>
      <InputField
        label={consentSource.label}
        name="consentSource"
        id="contact-consent-source"
        placeholder={consentSource.placeholder}
        maxLength={consentSource.max}
        errors={errors?.consentSource}
        defaultValue={typedText(sent, 'consentSource', stored?.consentSource)}
        autoComplete="off"
      />
      <InputField
        label="Agreed On"
        name="consentOn"
        id="contact-consent-on"
        type="date"
        hint="Today if left empty"
        errors={errors?.consentOn}
        defaultValue={typedText(sent, 'consentOn', stored?.consentOn ?? '')}
      />
    </>
  );
}
