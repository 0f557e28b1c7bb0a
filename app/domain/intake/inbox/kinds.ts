/** The ways in which documents come, and what an admin sets for each of them. */
import * as z from 'zod/v4';

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
  .transform((value) => {
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
} as const;

export type SourceKind = keyof typeof KIND_SETTINGS;
export const SOURCE_KINDS = ['api', 'port'] as const satisfies SourceKind[];

export const SourceSettings = z.discriminatedUnion('kind', [KIND_SETTINGS.api, KIND_SETTINGS.port]);
export type SourceSettings = z.output<typeof SourceSettings>;
export type SettingsOf<Kind extends SourceKind> = Extract<SourceSettings, { kind: Kind }>;

/** Kinds that have a password. It is stored sealed, and never answered. */
export const WITH_SECRET: readonly SourceKind[] = [];

export const KIND_LABELS: Record<SourceKind, string> = {
  api: 'API and page',
  port: 'Network printer',
};
