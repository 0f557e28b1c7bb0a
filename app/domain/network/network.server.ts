/**
 * The network's settings, known to every instance without asking the database: read at the start, and again when another
 * instance has announced a change.
 */
import { execute } from 'db/connection';
import { command, query } from '~/domain/command.server';
import { readSetting, saveSetting, writeSetting } from '~/domain/system/settings.server';
import { env } from '~/env.server';
import { DEFAULT_NETWORK, Network, NetworkAnswer, SaveNetwork } from './schema';

/** Announces a change to every instance. */
export const NETWORK_CHANNEL = 'network_changed';

let current = DEFAULT_NETWORK;

export async function readNetwork(): Promise<void> {
  current = await readSetting('network', Network);
}

export const networkNames = () => ({ name: current.name, company: current.company });

/** Days begin and end by its clocks. */
export const businessZone = (): string => env.BUSINESS_TIME_ZONE ?? current.timeZone;

export const getNetwork = query(
  { summary: 'The names and time zone of the installation', may: 'manageNetwork', answer: NetworkAnswer },
  async () => ({ ...(await readSetting('network', Network)), timeZone: businessZone() }),
);

export const saveNetwork = command(
  {
    summary: 'Changes the names of the installation',
    about: 'Any of the fields. The time zone is set during setup or by BUSINESS_TIME_ZONE.',
    may: 'manageNetwork',
    input: SaveNetwork,
    answer: NetworkAnswer,
  },
  async ({ actor, input }) => {
    const { name, company } = input;
    const saved = await saveSetting(
      actor,
      { name: 'network', schema: Network, act: 'network.changed', title: 'Network' },
      (before) => ({ ...before, name: name ?? before.name, company: company ?? before.company }),
      announce,
    );
    return { ...saved, timeZone: businessZone() };
  },
);

/** For who has made sure that they may; in their transaction. */
export async function writeNetwork(network: Network): Promise<void> {
  await writeSetting('network', network);
  await announce();
}

async function announce(): Promise<void> {
  await execute('select pg_notify($channel, $message)', { channel: NETWORK_CHANNEL, message: '' });
}
