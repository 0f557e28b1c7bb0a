/** Stops on paper, with boxes to tick and room for a signature. */
import { DeliverBy } from '~/components/task-card/badges';
import { placeOf, type StopTasks } from '~/components/stop-order/stops';
import { factLines } from '~/domain/tasks/model/facts';
import { nameOf } from '~/domain/tasks/model/stops';
import { TYPE_LABELS, type TaskCard } from '~/domain/tasks/model/task';
import { attemptOf, needsOf } from '~/domain/tasks/model/task-texts';
import { Time } from '~/ui/time';
import * as css from './sheet.css';

type Props = { title: string; stops: StopTasks[]; /** yyyy-mm-dd */ day: string };

/** Stops of one kind in their order. */
export function SheetPart({ title, stops, day }: Props) {
  return (
    <section>
      <h2 className={css.part}>{title}</h2>
      <ol className={css.stops}>
        {stops.map((stop, index) => (
          <Stop key={placeOf(stop)} stop={stop} number={index + 1} day={day} />
        ))}
      </ol>
    </section>
  );
}

function Stop({ stop, number, day }: { stop: StopTasks; number: number; day: string }) {
  const [first] = stop;
  const [needBy] = stop.flatMap(({ need_by }) => need_by ?? []).sort();
  const isDone = first.status === 'completed';
  return (
    <li className={css.stop}>
      <span className={css.number}>{number}</span>
      <div>
        <div className={css.place}>
          <h3>{first.location}</h3>
          {first.phone && <span>{first.phone}</span>}
          {needBy && (
            <strong className={css.due}>
              Need By <Time iso={needBy} day={day} />
            </strong>
          )}
          <DeliverBy tasks={stop} day={day} className={css.due} />
        </div>
        <p>{first.address}</p>
        <ul>
          {stop.map((task) => (
            <Task key={task.id} task={task} day={day} />
          ))}
        </ul>
        {!isDone && (
          <p className={css.sign}>
            <span>Signature</span>
            <span>Name</span>
            <span>Time</span>
          </p>
        )}
      </div>
    </li>
  );
}

function Task({ task, day }: { task: TaskCard; day: string }) {
  const { type, status, priority, notes, completed_at, signed_by } = task;
  const facts = [
    priority === 'urgent' && 'URGENT',
    ...factLines(task),
    task.destinationAccount && `Deliver to ${task.destinationAccount}`,
    task.transferTo && `To ${nameOf(task.transferTo)}`,
    task.transfer_destination_location && `Then to ${task.transfer_destination_location}`,
    status === 'linked' && task.linkedTask && `Waiting for the transfer at ${task.linkedTask.location}`,
    ...needsOf(task),
    attemptOf(task),
    task.failure_reason && `Could not complete: ${task.failure_reason}`,
    signed_by && `Signed by ${signed_by}`,
  ];
  return (
    <li>
      <span aria-hidden="true">{status === 'completed' ? '☑' : '☐'}</span>{' '}
      <strong>{TYPE_LABELS[type]}</strong> {facts.filter(Boolean).join(' · ')}
      {completed_at && (
        <>
          {' · completed '}
          <Time iso={completed_at} day={day} />
        </>
      )}
      {notes && <p className={css.notes}>{notes}</p>}
    </li>
  );
}
