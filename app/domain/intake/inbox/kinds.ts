/** The ways in which documents come, and what an admin sets for each of them. */
import * as z from 'zod/v4';
import { requiredText, text } from '~/domain/kernel/schema';

const LONGEST_LIST = 100;

/** An address or a network of senders. */
const sender = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Must be an address like 192.168.1.20 or a network like 192.168.1.0/24',
);

const PRINTER = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?$/i;
const FIRST_PORT = 9100;
const LAST_PORT = 9109;
const NO_PRINTER = `Must be the address of a printer like 192.168.1.40, with a port from ${String(FIRST_PORT)} to ${String(LAST_PORT)}`;

// Printers listen at these ports. Others are refused, because a document must not reach another service.
const printer = z
  .string(NO_PRINTER)
  .trim()
  .regex(PRINTER, NO_PRINTER)
  .overwrite((value) => {
    const [, host = '', port = String(FIRST_PORT)] = PRINTER.exec(value) ?? [];
    return `${host.toLowerCase()}:${port}`;
  })
  .refine((value) => {
    const { port } = printerAt(value);
    return port >= FIRST_PORT && port <= LAST_PORT;
  }, NO_PRINTER);

/** Splits the address of a printer. An IPv6 address comes without its brackets. */
export function printerAt(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}

// It names a folder in INTAKE_DIR, and must not lead out of it.
const FOLDER = /^[\p{L}\d][\p{L}\d ._-]{0,99}$/u;
const NO_FOLDER = 'Must be the name of a folder: letters, digits, spaces, dots, hyphens';
const folderName = z
  .string(NO_FOLDER)
  .trim()
  .regex(FOLDER, NO_FOLDER)
  .refine((value) => !value.endsWith('.'), NO_FOLDER);

const NO_PORT = 'Must be a port from 1 to 65535';

const HOST = /^[a-z\d][a-z\d.-]{0,252}$/i;
const NO_HOST = 'Must be the name or address of a mail server, like imap.example.com';
const mailServer = z
  .string(NO_HOST)
  .trim()
  .toLowerCase()
  .refine((value) => HOST.test(value) || z.ipv6().safeParse(value).success, NO_HOST);

const NO_MAILER = 'Must be an address like orders@example.com, or @example.com for all of a company';
const mailer = z
  .string(NO_MAILER)
  .trim()
  .toLowerCase()
  .max(254, NO_MAILER)
  .regex(/^[^\s@,;<>"]{0,64}@[a-z\d][a-z\d.-]*[a-z\d]$/, NO_MAILER);

/** Messages go there when they are stored, and when they are refused. */
export const MAIL_FOLDERS = { done: 'Done', trouble: 'Trouble' };

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;

/** The settings of each kind. `kind` is stored in a column of its own. */
export const KIND_SETTINGS = {
  api: z.strictObject({ kind: z.literal('api') }),
  port: z.strictObject({
    kind: z.literal('port'),
    senders: z
      .array(sender, 'senders must be a list')
      .max(LONGEST_LIST, `At most ${String(LONGEST_LIST)} senders`)
      .default([])
      .describe('Addresses and networks that may print; empty: nobody'),
    forward: printer.nullable().default(null).describe('The printer that gets a copy of each document'),
  }),
  folder: z.strictObject({
    kind: z.literal('folder'),
    folder: folderName.describe('The name of a folder in INTAKE_DIR'),
  }),
  mail: z.strictObject({
    kind: z.literal('mail'),
    host: mailServer,
    port: z.coerce.number(NO_PORT).int(NO_PORT).min(1, NO_PORT).max(65_535, NO_PORT).default(993),
    security: z
      .enum(MAIL_SECURITY, 'Choose how the connection is protected')
      .default('tls')
      .describe('`none` only for a mail server of the own network'),
    user: requiredText(254, 'The user name'),
    folder: requiredText(100, 'The folder')
      .refine(
        (value) => !Object.values(MAIL_FOLDERS).some((own) => own.toLowerCase() === value.toLowerCase()),
        'Messages go to this folder afterwards. Choose another one',
      )
      .default('INBOX'),
    senders: z
      .array(mailer, 'senders must be a list')
      .max(LONGEST_LIST, `At most ${String(LONGEST_LIST)} senders`)
      .default([])
      .describe('Addresses, and domains like `@example.com`, that may send; empty: nobody'),
    confirmedBy: text(254, 'The mail server')
      .default('')
      .describe(
        'The name with which a mail server begins `Authentication-Results`; messages must have `dmarc=pass` of it for the domain of their sender. Empty: a person decides about each document',
      ),
  }),
} as const;

export type SourceKind = keyof typeof KIND_SETTINGS;
export const SOURCE_KINDS = ['api', 'port', 'folder', 'mail'] as const satisfies SourceKind[];

export const SourceSettings = z.discriminatedUnion('kind', [
  KIND_SETTINGS.api,
  KIND_SETTINGS.port,
  KIND_SETTINGS.folder,
  KIND_SETTINGS.mail,
]);
export type SourceSettings = z.output<typeof SourceSettings>;
export type SettingsOf<Kind extends SourceKind> = Extract<SourceSettings, { kind: Kind }>;

/** Kinds that have a password. It is stored sealed, and never answered. */
export const WITH_SECRET: readonly SourceKind[] = ['mail'];

const NOTED: Record<SourceKind, string> = {
  api: 'Source',
  port: 'Printer',
  folder: 'Folder',
  mail: 'Mailbox',
};

/** The name under which activities and notices have what a source did, such as `Printer: Parts counter`. */
export const notedName = ({ kind, name }: { kind: SourceKind; name: string }): string =>
  `${NOTED[kind]}: ${name}`;

export const KIND_LABELS: Record<SourceKind, string> = {
  api: 'API and page',
  port: 'Network printer',
  folder: 'Folder',
  mail: 'Mailbox',
};
