/** The form of a source: what all kinds have, and the settings of its kind. */
import {
  KIND_SETTINGS,
  MAIL_FOLDERS,
  type MAIL_SECURITY,
  type SettingsOf,
  SOURCE_KINDS,
  type SourceKind,
  type SourceSettings,
} from '~/domain/intake/inbox/kinds';
import { fieldRefusal } from '~/domain/kernel/errors';
import { namesOffered } from '~/domain/network/dealerships/dealerships.server';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { untranslated } from '~/domain/kernel/sentence';
import type { FieldDescription } from '~/forms/described-form';

type Fields = Record<string, unknown>;

type KindForm<Kind extends SourceKind> = {
  fields: (settings: SettingsOf<Kind>) => FieldDescription[];
  /** Makes settings of the form's fields, whose names are those of the settings. */
  read: (fields: Fields) => Fields;
};

/** A form for each kind. A password is the field `secret`, and empty when it stays. */
const FORMS: { [Kind in SourceKind]: KindForm<Kind> } = {
  api: { fields: () => [], read: () => ({}) },
  port: {
    fields: ({ senders, forward }) => [
      {
        kind: 'lines',
        name: 'senders',
        label: 'Allowed senders',
        hint: 'Addresses or networks of the computers that print, one a line. Without any, nobody may print',
        rows: 3,
        maxLength: 5_000,
        value: senders.join('\n'),
      },
      {
        name: 'forward',
        label: 'Printer',
        hint: 'Its address, such as 192.168.1.40. It gets each document as it came. Empty: nothing is printed',
        maxLength: 300,
        value: forward ?? '',
      },
    ],
    read: ({ senders, forward }) => ({ senders: linesOf(senders), forward: textOf(forward) || null }),
  },
  folder: {
    fields: ({ folder }) => [
      {
        name: 'folder',
        label: 'Folder',
        hint: 'Its name in the folder for documents of the server. Files go to its folders done and trouble afterwards',
        maxLength: 100,
        required: true,
        value: folder,
      },
    ],
    read: ({ folder }) => ({ folder: textOf(folder) }),
  },
  mail: {
    fields: ({ host, port, security, user, folder, senders, confirmedBy }) => [
      {
        name: 'host',
        label: 'Mail server',
        hint: 'For example imap.example.com',
        maxLength: 253,
        required: true,
        value: host,
      },
      {
        name: 'port',
        label: 'Port',
        inputMode: 'numeric',
        maxLength: 5,
        required: true,
        value: String(port),
      },
      { kind: 'select', name: 'security', label: 'Protection', value: security, options: SECURITY_OPTIONS },
      {
        name: 'user',
        label: 'User name',
        maxLength: 254,
        required: true,
        autoCapitalize: 'none',
        value: user,
      },
      {
        name: 'secret',
        label: 'Password',
        type: 'password',
        hint: 'Left empty, a stored one stays',
        maxLength: 1_000,
        autoComplete: 'new-password',
      },
      {
        name: 'folder',
        label: 'Folder',
        hint: `All its messages are fetched, and go to the folders ${MAIL_FOLDERS.done} and ${MAIL_FOLDERS.trouble}`,
        maxLength: 100,
        required: true,
        value: folder,
      },
      {
        kind: 'lines',
        name: 'senders',
        label: 'Allowed senders',
        hint: 'Addresses, or @example.com for all of a company, one a line. Without any, nobody may send',
        rows: 3,
        maxLength: 10_000,
        value: senders.join('\n'),
      },
      {
        name: 'confirmedBy',
        label: 'Senders are confirmed by',
        hint: 'The name of your mail server in Authentication-Results, such as mx.google.com. Empty: anybody can send under an allowed address, so a person decides about each document',
        maxLength: 254,
        value: confirmedBy,
      },
    ],
    read: ({ host, port, security, user, folder, senders, confirmedBy }) => ({
      host: textOf(host),
      port: textOf(port),
      security,
      user: textOf(user),
      folder: textOf(folder),
      senders: linesOf(senders),
      confirmedBy: textOf(confirmedBy),
    }),
  },
};

const SECURITY_OPTIONS: [(typeof MAIL_SECURITY)[number], string][] = [
  ['tls', 'TLS (port 993)'],
  ['starttls', 'STARTTLS (port 143)'],
  ['none', 'None (own network only)'],
];

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const linesOf = (value: unknown) =>
  textOf(value)
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);

const fieldsOf = <Kind extends SourceKind>(kind: Kind, settings: SettingsOf<Kind>) =>
  FORMS[kind].fields(settings);

/** Returns the kind of a text; `api` for any other. */
export const kindNamed = (text: string | null): SourceKind =>
  SOURCE_KINDS.find((kind) => kind === text) ?? 'api';

/** The values with which the form of a new source begins. */
const FIRST: { [Kind in SourceKind]: SettingsOf<Kind> } = {
  api: { kind: 'api' },
  port: { kind: 'port', senders: [], forward: null },
  folder: { kind: 'folder', folder: '' },
  mail: {
    kind: 'mail',
    host: '',
    port: 993,
    security: 'tls',
    user: '',
    folder: 'INBOX',
    senders: [],
    confirmedBy: '',
  },
};
export const firstSettings = (kind: SourceKind): SourceSettings => FIRST[kind];

type Stored = { name: string; dealership: string | null; on: boolean; settings: SourceSettings };

export async function sourceFields({ name, dealership, on, settings }: Stored): Promise<FieldDescription[]> {
  const names = await namesOffered();
  const only = names.length === 1 ? names[0] : undefined;
  return [
    { name: 'name', label: 'Name', maxLength: 200, required: true, value: name },
    {
      kind: 'select',
      name: 'dealership',
      label: 'Dealership',
      hint: 'Its orders go with the runs of this dealership',
      value: dealership ?? only ?? '',
      // One that was retired stays until another is chosen.
      options: [...new Set([...names, ...(dealership === null ? [] : [dealership])])].map(
        (each) => [each, each] as const,
      ),
      none: 'Choose a dealership',
    },
    ...fieldsOf(settings.kind, settings),
    { kind: 'box', name: 'on', label: 'On', checked: on },
  ];
}

/** Makes the input of a command of the form's fields. @throws invalid, with sentences by the names of the fields. */
export async function sourceInput(
  kind: SourceKind,
  { name, dealership, on, secret, ...fields }: Fields,
): Promise<Fields> {
  // Without one, its orders would find no run.
  if (dealership === '' && (await namesOffered()).length > 0)
    throw fieldRefusal('dealership', untranslated('chooseDealership', 'Choose a dealership'));
  const settings = parseInput(KIND_SETTINGS[kind], { kind, ...FORMS[kind].read(fields) });
  const given = typeof secret === 'string' && secret !== '';
  return { name, dealership: dealership === '' ? null : dealership, on, settings, ...(given && { secret }) };
}
