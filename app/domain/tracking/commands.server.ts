/** Takes positions from a driver's own page or a script, and the switch that turns all of them on and off. */
import { row, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import { User } from 'db/models/people';
import { LastPosition } from 'db/models/positions';
import type { Actor } from '~/domain/kernel/actor';
import { command, query } from '~/domain/kernel/command.server';
import type { Fix } from './accept';
import { SHOWS_DISTANCE } from './visits.server';
import { recordFixes, standingOf } from './record-positions.server';
import { tellMove, tellMoves } from './tell-moves.server';
import {
  OwnSharingAnswer,
  SaveSharing,
  SendPositions,
  SentAnswer,
  SharingAnswer,
  type FixInput,
} from './schema';

const fixOf = ({ latitude, longitude, at, accuracy, speed, battery }: FixInput): Fix => ({
  lat: latitude,
  lng: longitude,
  at: Date.parse(at),
  accuracy: accuracy ?? null,
  speed: speed ?? null,
  battery: percentOf(battery),
});

/** Returns null for a number that is no percentage. */
const percentOf = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && value >= 0 && value <= 100 ? Math.round(value) : null;

export const sendPositions = command(
  {
    summary: 'Reports where you are',
    about:
      'For drivers. Stored only while you have pending tasks or a stop under way, and have not switched it off; anything else, and what can’t be true, is dropped and counted. At most 300 positions. A position with a time that is already stored changes nothing.',
    may: 'sendPositions',
    input: SendPositions,
    answer: SentAnswer,
  },
  async ({ actor, input }) => sendFixes(actor, input.positions.map(fixOf)),
);

async function sendFixes(actor: Actor, fixes: Fix[]) {
  const standing = await standingOf(actor.id);
  if (!standing || fixes.length === 0) return { stored: 0, dropped: {} };
  return recordFixes(standing, fixes);
}

export const getSharing = query(
  { summary: 'Whether your positions are stored', may: 'sendPositions', answer: OwnSharingAnswer },
  async ({ actor }) => {
    const found = await row<{ shares: boolean | null; isShown: boolean }>(
      prepared(`select shares_position as shares, ${SHOWS_DISTANCE} as "isShown" from users where id = $id`),
      { id: actor.id },
    );
    return { shares: found?.shares ?? null, ...(found?.isShown && { customersSee: true as const }) };
  },
);

/**
 * Switching it off also removes the last position, so that no map shows it. The trail stays until it is too
 * old.
 */
export const saveSharing = command(
  {
    summary: 'Switches your positions on or off',
    about: 'Off: nothing is stored, whatever a phone or a tracker app sends.',
    may: 'sendPositions',
    input: SaveSharing,
    answer: SharingAnswer,
  },
  ({ actor: { id }, input: { shares } }) =>
    transaction(async () => {
      await User.update({ sharesPosition: shares }, { where: { id } });
      if (!shares) {
        await LastPosition.destroy({ where: { driverId: id } });
        await tellMoves([id]);
        // Another instance may be about to tell the old position.
        tellMove(id);
      }
      return { shares };
    }),
);
