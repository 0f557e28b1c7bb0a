/** The first admin sets the network up. */
import { env } from '~/process/env.server';
import type { Module } from '../module';
import { makeSetupCode } from './setup.server';

export const setUp: Module = {
  name: 'set-up',
  prepare: async () => {
    const code = await makeSetupCode();
    return (address) =>
      code
        ? [
            '',
            `There is no admin yet. Set up this installation at ${env.APP_ORIGIN ?? address}/setup`,
            `  Code: ${code}`,
            '',
          ]
        : [];
  },
};
