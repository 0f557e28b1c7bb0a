/** The run of a new task, with what it promises while someone types. */
import { useEffect, useRef, useState } from 'react';
import { RUN_RULE_LABELS } from '~/domain/network/runs/states';
import { durationLabel } from '~/domain/kernel/time';
import type { FoundRun } from '~/domain/tasks/runs/find.server';
import type { RunChoice } from '~/domain/views/runs/run.server';
import { SelectField } from '~/ui/field';
import { ClockTime, formatTime, Time, useNow, useZone } from '~/ui/time';
import { watchForm } from './watch-form';
import * as css from './task-form.css';

/** The value of the choice to go with no run. */
const NO_RUN = 'none';

const FIELDS = ['type', 'location', 'address', 'location_account_id', 'ship_via', 'run_id'];

/** @param runs those that take tasks. */
export function RunField({ runs }: { runs: RunChoice[] }) {
  const place = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const [found, setFound] = useState<FoundRun | null>(null);
  useEffect(
    () =>
      watchForm<FoundRun>(place.current, {
        path: '/dispatcher/run-promise',
        fields: FIELDS,
        show: setFound,
        asksAtOnce: true,
      }),
    [],
  );
  return (
    <div ref={place} className={css.notTransfer}>
      <SelectField
        label="Run"
        name="run_id"
        id="task-run"
        none="By its rules"
        options={[
          ...runs.map(({ id, name, departsAt }): [number, string] => [
            id,
            `${name} ${formatTime(departsAt, zone, undefined, true)}`,
          ]),
          [NO_RUN, 'None'],
        ]}
      />
      <div role="status" className={css.promise}>
        {found && <Promise run={found} />}
      </div>
    </div>
  );
}

/** Shows `North 10:30 AM, closes in 23 min, there 11:05 AM–11:20 AM, by its zone`. */
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
