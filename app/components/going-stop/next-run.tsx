/** The next run of a driver, with the time until its cut-off and the button that starts it. */
import { Form, useNavigation } from '@remix-run/react';
import type { NextRun as Run } from '~/domain/views/runs/own.server';
import { asWritten } from '~/words/words';
import { driver } from '~/words/en/driver';
import { run as words } from '~/words/en/run';
import { Button } from '~/ui/button';
import { Stack } from '~/ui/layout';
import { Time, useNow } from '~/ui/time';
import { Banner } from '~/ui/banner';

export type NextRunProps = {
  run: Run;
  /** The tasks that the page shows of it, in their order. */
  taskIds: number[];
  formKey: string;
};

const MINUTE_MS = 60_000;
/** Before that, the time of the cut-off says enough. */
const MOST_MINUTES = 99;

export default function NextRun({ run, taskIds, formKey }: NextRunProps) {
  const { id, name, departsAt, cutoffAt, state, stops } = run;
  const now = useNow();
  const isStarting = useNavigation().formData?.get('intent') === 'startRun';
  const minutes = now === null ? 0 : Math.ceil((Date.parse(cutoffAt) - now) / MINUTE_MS);
  return (
    <Banner title={words.next}>
      <Stack gap={2}>
        <p>
          <strong {...asWritten()}>{name}</strong> <Time iso={departsAt} /> · {words.stops(stops)} ·{' '}
          {state === 'closed' ? (
            words.closed
          ) : (
            <>
              {words.closes}
              <Time iso={cutoffAt} /> {minutes > 0 && minutes <= MOST_MINUTES && words.minutes(minutes)}
            </>
          )}
        </p>
        {stops > 0 && (
          <Form method="post" action="/driver">
            <input type="hidden" name="_key" value={formKey} />
            <input type="hidden" name="runId" value={id} />
            {taskIds.map((taskId) => (
              <input key={taskId} type="hidden" name="taskIds" value={taskId} />
            ))}
            <Button
              variant="primary"
              size="touch"
              wide
              name="intent"
              value="startRun"
              pending={isStarting && driver.starting}
            >
              {driver.startRun}
            </Button>
          </Form>
        )}
      </Stack>
    </Banner>
  );
}
