/** The run of a new task, with what it promises while someone types. */
import { useEffect, useRef, useState } from 'react';
import { RUN_RULE_LABELS } from '~/domain/network/runs/states';
import { durationLabel } from '~/domain/kernel/time';
import type { FoundRun } from '~/domain/tasks/runs/find.server';
import type { RunChoice } from '~/domain/views/runs/run.server';
import type { FieldState } from '~/forms/text-field';
import { ClockTime, formatTime, Time, useNow, useZone } from '~/ui/time';
import { Choice, type Option } from './form-parts';
import { watchForm } from './watch-form';
import * as css from './task-form.css';

/** The value of the choice to go with no run. */
const NO_RUN = 'none';

const FIELDS = ['type', 'location', 'address', 'location_account_id', 'ship_via', 'run_id'];

export type RunOption = Pick<RunChoice, 'id' | 'name' | 'departsAt'>;

type Props = {
  mode: 'create' | 'edit';
  field: FieldState;
  /** The runs that take tasks. */
  runs: RunOption[];
  /** The run of a stored task. It may take no more tasks. */
  run: RunOption | null;
};

/** Rules decide for a new task. A stored one stays as it is until somebody chooses another run, or none. */
export function RunField({ mode, field, runs, run }: Props) {
  const isNew = mode === 'create';
  const place = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const [found, setFound] = useState<FoundRun | null>(null);
  useEffect(
    () =>
      watchForm<FoundRun>(place.current, {
        path: '/dispatcher/run-promise',
        fields: FIELDS,
        show: setFound,
        ...(isNew && { asksAtOnce: true }),
      }),
    [isNew],
  );
  return (
    <div ref={place} className={css.notTransfer}>
      <Choice
        label="Run"
        field={field}
        options={[
          ...(isNew ? [['', 'Automatic'] satisfies Option] : []),
          ...[...(run && runs.every(({ id }) => id !== run.id) ? [run] : []), ...runs].map(
            ({ id, name, departsAt }): Option => [
              String(id),
              `${name} ${formatTime(departsAt, zone, undefined, true)}`,
            ],
          ),
          [NO_RUN, 'None'],
        ]}
      />
      {!isNew && <input type="hidden" name="run_was" value={run ? run.id : NO_RUN} />}
      <div role="status" className={css.promise}>
        {found && <Promise run={found} />}
      </div>
    </div>
  );
}

/** Shows `North 10:30 AM, closes in 23 min, there 11:05 AM–11:20 AM, zone`. */
function Promise({ run }: { run: FoundRun }) {
  const { name, departsAt, cutoffAt, from, to, rule } = run;
  const now = useNow();
  const minutes = now === null ? null : Math.ceil((Date.parse(cutoffAt) - now) / 60_000);
  return (
    <>
      {name} <Time iso={departsAt} inWeek />
      {minutes !== null && (minutes > 0 ? `, closes in ${durationLabel(minutes)}` : ', closing')}, there{' '}
      <ClockTime iso={from} />–<ClockTime iso={to} />, {RUN_RULE_LABELS[rule]}
    </>
  );
}
