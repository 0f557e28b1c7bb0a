/** The fields of a contact, new or stored. */
import type { SubmissionResult } from '@conform-to/react';
import * as css from '~/forms/described-form.css';
import {
  CHANNEL_LABELS,
  CHANNELS,
  CONTACT_FIELDS,
  shownPhone,
} from '~/domain/network/accounts/contact-fields';
import type { Contact } from '~/domain/network/accounts/contacts.server';
import { typedList, typedText } from '~/forms/typed';
import { Checkbox, Errors, HasBox, InputField, SelectField } from '~/ui/field';
import { Inline } from '~/ui/layout';
import { LANGUAGES } from '~/words/languages';

type Props = {
  stored?: Contact;
  /** The form as it was sent, if it was refused. */
  sent: SubmissionResult | undefined;
  /** The version of the contact that a restored draft was typed for. */
  version?: string | undefined;
};

type TextField = 'name' | 'email' | 'phone' | 'consentSource';

export function ContactFields({ stored, sent, version }: Props) {
  const errors = sent?.error;
  const box = (name: TextField, value = stored?.[name]) => ({
    label: CONTACT_FIELDS[name].label,
    name,
    maxLength: CONTACT_FIELDS[name].max,
    errors: errors?.[name],
    defaultValue: typedText(sent, name, value),
    autoComplete: 'off',
  });
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
      <InputField {...box('name')} id="contact-name" required data-autofocus />
      <InputField {...box('email')} id="contact-email" type="email" />
      <InputField {...box('phone', shownPhone(stored?.phone ?? ''))} id="contact-phone" type="tel" />
      <SelectField
        label="Language"
        name="language"
        id="contact-language"
        hint="Of messages to the contact"
        none="As the network"
        options={Object.entries(LANGUAGES)}
        errors={errors?.language}
        defaultValue={typedText(sent, 'language', stored?.language ?? '')}
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
        {...box('consentSource')}
        id="contact-consent-source"
        placeholder={CONTACT_FIELDS.consentSource.placeholder}
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
