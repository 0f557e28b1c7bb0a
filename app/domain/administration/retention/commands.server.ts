/**
 * Reads and sets how long data is kept, previews what a change would delete, and words the note for deleted
 * data.
 */
import { query, preparedCommand } from '~/domain/kernel/command.server';
import { ROUNDS, wakeKind } from '~/domain/platform/jobs/change-jobs.server';
import { confirm } from '~/domain/network/users/change-password.server';
import { readSetting, saveSetting } from '~/domain/network/settings/settings.server';
import { deletesBy, KIND_NAMES, timeWords } from '~/domain/network/settings/retention-kinds';
import { countAged } from './purge.server';
import {
  PreviewAnswer,
  Retention,
  RetentionAnswer,
  SaveRetention,
  type Preview,
} from '~/domain/network/settings/retention-schema';

export const getRetention = query(
  { summary: 'The number of days each kind of data is kept', may: 'manageSystem', answer: RetentionAnswer },
  () => readSetting('retention', Retention),
);

export const previewRetention = query(
  {
    summary: 'Counts what would be deleted with these times, without deleting anything',
    may: 'manageSystem',
    input: Retention,
    answer: PreviewAnswer,
  },
  async ({ input }) => {
    const counts = Object.fromEntries(KIND_NAMES.map((kind) => [kind, 0])) as Preview;
    for (const kind of KIND_NAMES) {
      const days = input[kind];
      if (days !== null) counts[kind] = await countAged(kind, days);
    }
    return counts;
  },
);

/** Deleted data can't be restored, so the password is asked again: an open browser alone is not enough. */
export const saveRetention = preparedCommand(
  {
    summary: 'Sets the number of days each kind of data is kept; older data is deleted from then on',
    may: 'manageSystem',
    input: SaveRetention,
    answer: RetentionAnswer,
  },
  ({ actor, input, ip }) => confirm(actor, input.ownPassword, ip),
  async ({ actor, input: { ownPassword: _, ...kept } }, confirmed) => {
    if (deletesBy(kept, await readSetting('retention', Retention))) confirmed.required();
    return saveSetting(
      actor,
      {
        name: 'retention',
        schema: Retention,
        act: 'retention.changed',
        title: 'Retention',
        words: inWords,
      },
      kept,
      () => wakeKind(`${ROUNDS}retention`),
    );
  },
);

const inWords = (kept: Retention) =>
  Object.fromEntries(
    KIND_NAMES.map((kind) => [kind, kept[kind] === null ? 'no limit' : timeWords(kept[kind])]),
  );
