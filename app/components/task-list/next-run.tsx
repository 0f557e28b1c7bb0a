/** Offers the next run of the same schedule for tasks that could not be completed on a run. */
import { Form, useNavigation } from '@remix-run/react';
import type { NextOfTask } from '~/domain/views/runs/run.server';
import { Button } from '~/ui/button';
import { Time } from '~/ui/time';

const formOf = (taskId: number) => `next-run-${String(taskId)}`;

type ButtonProps = { next: NextOfTask[]; taskId: number };

/** Shows `Next North run 1:30 PM`, or nothing. It belongs to a form of `NextRunForms`, because rows are in another form. */
export function NextRunButton({ next, taskId }: ButtonProps) {
  const sent = useNavigation().formData;
  const found = next.find((each) => each.taskId === taskId);
  if (!found) return null;
  const isMoving = sent?.get('intent') === 'moveToRun' && sent.get('taskIds') === String(taskId);
  return (
    <Button form={formOf(taskId)} name="intent" value="moveToRun" pending={isMoving && 'Moving...'}>
      Next {found.name} run <Time iso={found.departsAt} inWeek />
    </Button>
  );
}

export const NextRunForms = ({ next }: { next: NextOfTask[] }) => (
  <div hidden>
    {next.map(({ taskId, runId }) => (
      <Form key={taskId} id={formOf(taskId)} method="post" preventScrollReset>
        <input type="hidden" name="taskIds" value={taskId} />
        <input type="hidden" name="runId" value={runId} />
      </Form>
    ))}
  </div>
);
