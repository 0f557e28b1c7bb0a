/** Moving in from the file of another program. */
import { conflict } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import type { Module } from '../module';
import { moveInWork } from './run.server';

const LARGEST_FILE = 10_485_760;

export const moveIn: Module = {
  name: 'move-in',
  kinds: [
    {
      ...moveInWork,
      label: 'File of another program',
      about: ({ subject }) => `File ${subject}`,
      madeOnce: () =>
        conflict(
          untranslated(
            'fileImportedOnce',
            'Import the file again under Move In: what was made is passed over',
          ),
        ),
    },
  ],
  settings: { '/settings/sources': [{ to: '/settings/move-in', label: 'Move In', may: 'moveIn' }] },
  limits: [[/^\/settings\/move-in$/, { bytes: LARGEST_FILE, file: 'file' }]],
  expired: [
    {
      table: 'move_in_rows',
      isOver:
        "created_at < now() - case when key is null then interval '30 days' else interval '400 days' end",
    },
    {
      table: 'move_ins',
      isOver:
        "created_at < now() - case when state = 'open' then interval '2 days' else interval '400 days' end",
    },
  ],
};
