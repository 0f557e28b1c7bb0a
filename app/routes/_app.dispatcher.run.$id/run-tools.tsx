/** The buttons for a whole run: it closes, leaves, is canceled, or takes a task after its cut-off. */
import { Form, useNavigation } from '@remix-run/react';
import type { Run } from '~/domain/network/runs/schema';
import { isWaiting } from '~/domain/network/runs/states';
import { Button } from '~/ui/button';
import { Checkbox, InputField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { RunId } from './run-head';
import * as css from './run.css';

/** The foot of the panel. A run that takes tasks yet is closed when it is sent out. */
export function RunTools({ run, stops }: { run: Run; stops: number }) {
  const intent = useNavigation().formData?.get('intent');
  if (!isWaiting(run.state)) return null;
  return (
    <Form method="post" preventScrollReset className={css.foot}>
      <RunId id={run.id} />
      <Button
        name="intent"
        value="cancelRun"
        variant="quiet"
        pending={intent === 'cancelRun' && 'Cancelling...'}
      >
        Cancel this run
      </Button>
      {run.state === 'building' && (
        <Button name="intent" value="closeRun" pending={intent === 'closeRun' && 'Closing...'}>
          Close now
        </Button>
      )}
      <Button
        name="intent"
        value="runOut"
        variant="primary"
        unavailable={run.driverId === null ? 'The run has no driver' : undefined}
        pending={intent === 'runOut' && 'Starting...'}
      >
        {stops === 0 ? 'Send out' : `Send out ${String(stops)} ${stops === 1 ? 'stop' : 'stops'}`}
      </Button>
    </Form>
  );
}

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
