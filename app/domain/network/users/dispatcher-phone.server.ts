/**
 * The phone number that drivers call. Each instance remembers it for a while, because every page of a driver
 * shows it.
 */
import * as z from 'zod/v4';
import { command, query } from '~/domain/kernel/command.server';
import { phone } from './schema';
import { readSetting, saveSetting } from '~/domain/network/settings/settings.server';

const Stored = z.strictObject({ phone: phone.default('') });
const SETTING = {
  name: 'dispatcher',
  schema: Stored,
  act: 'dispatcher.phone',
  title: 'Dispatcher phone',
} as const;
const Answer = z.strictObject({ phone: z.string().describe('Empty if there is none') });

const REMEMBERED_MS = 60_000;

let remembered: { phone: string; until: number } | null = null;

const stored = () => readSetting(SETTING);

function remember(value: string): string {
  remembered = { phone: value, until: performance.now() + REMEMBERED_MS };
  return value;
}

/** Returns an empty text when there is none. A change by another instance is seen after a minute. */
export const dispatcherPhone = async (): Promise<string> =>
  remembered && remembered.until > performance.now() ? remembered.phone : remember((await stored()).phone);

export const getDispatcherPhone = query(
  { summary: 'The phone number that drivers call', may: 'manageSystem', answer: Answer },
  stored,
);

export const saveDispatcherPhone = command(
  {
    summary: 'Sets the phone number that drivers call; empty for none',
    may: 'manageSystem',
    input: Stored,
    answer: Answer,
  },
  async ({ actor, input }) => {
    const saved = await saveSetting(actor, SETTING, input);
    remember(saved.phone);
    return saved;
  },
);
