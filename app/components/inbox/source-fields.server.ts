/** The form of a source: what all kinds have, and the settings of its kind. */
import {
  KIND_SETTINGS,
  type SettingsOf,
  SOURCE_KINDS,
  type SourceKind,
  type SourceSettings,
} from '~/domain/intake/inbox/kinds';
import { listMakers } from '~/domain/intake/inbox/sources.server';
import type { Actor } from '~/domain/kernel/actor';
import { parseInput } from '~/domain/kernel/parse-input.server';
import type { FieldDescription } from '~/forms/described-form';

type Fields = Record<string, unknown>;

type KindForm<Kind extends SourceKind> = {
  fields: (settings: SettingsOf<Kind>) => FieldDescription[];
  /** Makes settings of the form's fields, whose names are those of the settings. */
  read: (fields: Fields) => Fields;
};

/** A form for each kind. A password is the field `password`. */
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
};

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const linesOf = (value: unknown) =>
  textOf(value)
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);

const fieldsOf = <Kind extends SourceKind>(kind: Kind, settings: SettingsOf<Kind>) => FORMS[kind].fields(settings);

/** Returns the kind of a text; `api` for any other. */
export const kindNamed = (text: string | null): SourceKind =>
  SOURCE_KINDS.find((kind) => kind === text) ?? 'api';

/** The settings that a new source of a kind begins with. */
export const firstSettings = (kind: SourceKind): SourceSettings => KIND_SETTINGS[kind].parse({ kind });

type Stored = { name: string; makerId: number; on: boolean; settings: SourceSettings };

export async function sourceFields(
  actor: Actor,
  { name, makerId, on, settings }: Stored,
): Promise<FieldDescription[]> {
  const makers = await listMakers({ actor });
  return [
    { name: 'name', label: 'Name', maxLength: 200, required: true, value: name },
    {
      kind: 'select',
      name: 'makerId',
      label: 'Orders are made as',
      hint: 'They are of the first dealership of this person',
      value: String(makerId),
      options: makers.map(
        (each) => [each.id, `${each.name} (${each.dealership ?? 'no dealership'})`] as const,
      ),
    },
    ...fieldsOf(settings.kind, settings),
    { kind: 'box', name: 'on', label: 'On', checked: on },
  ];
}

/** Makes the input of a command of the form's fields. @throws invalid, with sentences by the names of the fields. */
export function sourceInput(kind: SourceKind, { name, makerId, on, password, ...fields }: Fields): Fields {
  const settings = parseInput(KIND_SETTINGS[kind], { kind, ...FORMS[kind].read(fields) });
  const secret = textOf(password);
  return { name, makerId, on, settings, ...(secret !== '' && { secret }) };
}
