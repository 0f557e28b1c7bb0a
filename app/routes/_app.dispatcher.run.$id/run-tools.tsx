/** The buttons of the office for a whole run. */
import { Form, useNavigation } from '@remix-run/react';
import { nameOf } from '~/domain/tasks/model/stops';
import type { PersonName } from '~/domain/tasks/model/task';
import type { Run } from '~/domain/network/runs/schema';
import { isWaiting } from '~/domain/network/runs/states';
import { Button } from '~/ui/button';
import { Checkbox, InputField, SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import * as css from './run.css';

type Driver = PersonName & { id: number };

export function RunTools({ run, drivers }: { run: Run; drivers: Driver[] }) {
  const intent = useNavigation().formData?.get('intent');
  if (!isWaiting(run.state)) return null;
  return (
    <div className={css.tools}>
      <Form method="post" preventScrollReset className={css.driver}>
        <RunId id={run.id} />
        <SelectField
          label="Driver"
          name="driverId"
          id="run-driver"
          key={run.driverId}
          defaultValue={run.driverId ?? ''}
          none="Nobody yet"
          options={drivers.map((driver) => [driver.id, nameOf(driver)])}
        />
        <Button name="intent" value="setRunDriver" pending={intent === 'setRunDriver' && 'Saving...'}>
          Save driver
        </Button>
      </Form>
      <Form method="post" preventScrollReset>
        <RunId id={run.id} />
        <Inline>
          {run.state === 'building' && (
            <Button name="intent" value="closeRun" pending={intent === 'closeRun' && 'Closing...'}>
              Close now
            </Button>
          )}
          {run.state === 'closed' && (
            <Button
              name="intent"
              value="runOut"
              variant="primary"
              unavailable={run.driverId === null ? 'The run has no driver' : undefined}
              pending={intent === 'runOut' && 'Starting...'}
            >
              Out
            </Button>
          )}
          <Button name="intent" value="cancelRun" pending={intent === 'cancelRun' && 'Skipping...'}>
            Skip this run
          </Button>
        </Inline>
      </Form>
    </div>
  );
}

/** The run that the command is about. Tasks are moved to another one by the same name. */
const RunId = ({ id }: { id: number }) => <input type="hidden" name="runId" value={id} />;

/** Adds tasks after the cut-off. The driver is told, with the reason. */
export function AddLate({ runId, tasks }: { runId: number; tasks: { id: number; label: string }[] }) {
  const isAdding = useNavigation().formData?.get('intent') === 'addLate';
  return (
    <details className={css.late}>
      <summary>Add late…</summary>
      <Form method="post" preventScrollReset>
        <RunId id={runId} />
        <Stack gap={2}>
          <fieldset className={css.choices}>
            <legend>Tasks</legend>
            {tasks.map(({ id, label }) => (
              <Checkbox key={id} label={label} name="taskIds" value={id} />
            ))}
          </fieldset>
          <InputField label="Reason" name="reason" id="late-reason" required maxLength={200} />
          <Inline>
            <Button name="intent" value="addLate" pending={isAdding && 'Adding...'}>
              Add late
            </Button>
          </Inline>
        </Stack>
      </Form>
    </details>
  );
}
