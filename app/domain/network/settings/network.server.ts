/**
 * Keeps the network's settings in memory: they are read at the start, and again when another instance has
 * announced a change.
 */
import { execute, transaction } from 'db/connection';
import { lockAdministration } from '~/domain/platform/audit/audit.server';
import { command, query } from '~/domain/kernel/command.server';
import { fieldRefusal } from '~/domain/kernel/errors';
import { readSetting, saveSetting, writeSetting } from './settings.server';
import { env } from '~/process/env.server';
import { DEFAULT_NETWORK, Network, NetworkAnswer, SaveNetwork } from './schema';
import { untranslated } from '~/domain/kernel/sentence';

/** Announces a change to every instance. */
export const NETWORK_CHANNEL = 'network_changed';

const SETTING = { name: 'network', schema: Network, act: 'network.changed', title: 'Network' } as const;

let current = DEFAULT_NETWORK;

export async function readNetwork(): Promise<void> {
  current = await readSetting(SETTING);
}

/**
 * Makes a newly chosen time zone take effect. Called at a start, before the archive's days are counted;
 * running instances are notified.
 */
export async function adoptTimeZone(): Promise<void> {
  await transaction(async () => {
    await lockAdministration();
    const { nextTimeZone, ...network } = await readSetting(SETTING);
    if (nextTimeZone) await writeNetwork({ ...network, timeZone: nextTimeZone });
  });
  await readNetwork();
}

export const networkNames = () => ({ name: current.name, company: current.company });

/** Business days begin and end by the clocks of this zone. */
export const businessZone = (): string => env.BUSINESS_TIME_ZONE ?? current.timeZone;

export const getNetwork = query(
  { summary: 'The names and time zone of the installation', may: 'manageNetwork', answer: NetworkAnswer },
  async () => answerOf(await readSetting(SETTING)),
);

export const saveNetwork = command(
  {
    summary: 'Changes the names and time zone of the installation',
    about:
      'Any of the fields. A new time zone takes effect at the next start of the server. It can’t be changed while BUSINESS_TIME_ZONE is set.',
    may: 'manageNetwork',
    input: SaveNetwork,
    answer: NetworkAnswer,
  },
  async ({ actor, input }) => {
    const { name, company, timeZone } = input;
    if (timeZone && env.BUSINESS_TIME_ZONE)
      throw fieldRefusal(
        'timeZone',
        untranslated('zoneSetByServer', 'The server’s setting BUSINESS_TIME_ZONE decides the time zone'),
      );
    const saved = await saveSetting(
      actor,
      SETTING,
      ({ nextTimeZone: chosen, ...before }) => {
        const wanted = timeZone ?? chosen;
        const next = wanted === before.timeZone ? undefined : wanted;
        return {
          ...before,
          name: name ?? before.name,
          company: company ?? before.company,
          ...((chosen ?? next) && { nextTimeZone: next }),
        };
      },
      announce,
    );
    return answerOf(saved);
  },
);

function answerOf({ nextTimeZone, ...network }: Network) {
  const isNext = nextTimeZone && !env.BUSINESS_TIME_ZONE;
  return { ...network, timeZone: businessZone(), ...(isNext && { nextTimeZone }) };
}

/** The caller has checked the permission and opened the transaction. */
export async function writeNetwork(network: Network): Promise<void> {
  await writeSetting('network', network);
  await announce();
}

async function announce(): Promise<void> {
  await execute('select pg_notify($channel, $message)', { channel: NETWORK_CHANNEL, message: '' });
}
