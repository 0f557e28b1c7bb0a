/** An archived task: its last event and its proof of delivery. */
import { Concerns } from '~/components/task-form/concerns';
import { LastSentence, SignatureFigure } from '~/components/task-form/task-top';
import type { LastHappened } from '~/domain/tasks/activity/last-happened';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { type PersonName, type Photo, type TaskCard, TYPE_LABELS } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { factsOf } from '~/domain/tasks/model/facts';
import { ORDER_LABEL } from '~/domain/tasks/model/office-facts';
import { PhotoStrip } from '~/components/photos/photo-strip';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { Form, useLocation, useNavigation } from '@remix-run/react';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { historyPath, readHistoryView } from './history-links';
import * as css from '~/components/task-form/task-form.css';

type Props = {
  task: TaskCard;
  last: LastHappened | null;
  driver: PersonName | null;
  photos: Photo[];
  removed: string[];
};

export function ArchivedTaskDetails({ task, last, driver, photos, removed }: Props) {
  const { type, priority, location, address, completed_at, notes } = task;
  return (
    <Stack gap={3}>
      <Concerns task={task} />
      {last && <LastSentence last={last} />}
      <Inline>
        <Badge tone={type}>{TYPE_LABELS[type]}</Badge>
        <Badge tone="neutral">Archived</Badge>
        {priority !== 'normal' && (
          <Badge tone={priority}>{priority === 'urgent' ? '! Urgent' : 'High'}</Badge>
        )}
      </Inline>
      <dl className={css.facts}>
        <Fact label="Location">{location}</Fact>
        {address && <Fact label="Address">{address}</Fact>}
        {factsOf(task).map(({ key, label, text }) => (
          <Fact key={key} label={label}>
            {text}
          </Fact>
        ))}
        {task.external_ref && <Fact label={ORDER_LABEL}>{task.external_ref}</Fact>}
        <Fact label="Driver">{driver ? nameOf(driver) : 'None'}</Fact>
        {completed_at && (
          <Fact label="Completed">
            <Time iso={completed_at} day={null} />
          </Fact>
        )}
        {notes && <Fact label="Notes">{notes}</Fact>}
      </dl>
      {isSignedFor(task) && (task.signature_image || removed.length === 0) && <SignatureFigure task={task} />}
      <PhotoStrip photos={photos} />
      {removed.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </Stack>
  );
}

/** Takes the task out of the archive, so that it can be changed again. */
export function UnarchiveForm({ formKey }: { formKey: string }) {
  const isPending = useNavigation().formData?.get('intent') === 'unarchive';
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="_key" value={formKey} />
      <Button name="intent" value="unarchive" pending={isPending && 'Taking out...'}>
        Take out of the Archive
      </Button>
    </Form>
  );
}

const GONE = { title: 'Task not found', text: 'This task is no longer in the archive.' };

/** Replaces a dialog of the history about a task when it can't be shown. */
export function ArchivedTaskTrouble() {
  return <DialogTrouble gone={GONE} closeTo={historyPath(readHistoryView(useLocation().search))} />;
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={css.fact}>
      <dt className={css.factLabel}>{label}</dt>
      <dd className={css.factValue}>{children}</dd>
    </div>
  );
}
