/** A task with all its details, as a driver sees it. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { placeNoteOf } from '~/domain/geography/address';
import { factsOf } from '~/domain/tasks/model/facts';
import { type TaskCard as Task, TYPE_LABELS } from '~/domain/tasks/model/task';
import { attemptOf, failureParts, needsOf } from '~/domain/tasks/model/task-texts';
import { nameOf } from '~/domain/tasks/model/stops';
import { linesOf } from '~/domain/tasks/model/concerns';
import { edge } from '~/ui/card.css';
import { Time } from '~/ui/time';
import { buttonLook, PhoneLink } from '~/ui/button';
import { card } from '~/words/en/card';
import { asWritten } from '~/words/words';
import { Arrives, useWay } from './about';
import { Badges, DeliverBy, hasWindow } from './badges';
import * as css from './task-card.css';
import { edgeTone, isAhead, isOpen } from '~/domain/tasks/model/statuses';

export const edgeOf = ({ status, type }: Task) => edgeTone(status) ?? type;

const MOST_LAYERS = 4;

/** The class that draws a card as a stack. */
export const stackOf = (tasks: Task[]) =>
  tasks.length > 1 ? css.stack[Math.min(tasks.length, MOST_LAYERS) as keyof typeof css.stack] : '';

type Props = {
  task: Task;
  /** The path that a click on the card opens. */
  to?: string | undefined;
  /** True for the next stop, or the one under way. */
  isLead?: boolean;
  /** Shown at the lower edge. */
  children?: ReactNode;
};

export function TaskCard({ task, to, isLead = false, children }: Props) {
  const { location, priority } = task;
  const Heading = isLead ? 'h2' : 'h3';
  return (
    <article
      className={`${css.card} ${edge[edgeOf(task)]}`}
      data-urgent={priority === 'urgent' ? '' : undefined}
    >
      {isLead && <LeadBadges tasks={[task]} />}
      <Heading className={css.title} {...asWritten()}>
        {to ? (
          <Link to={to} className={css.titleLink} preventScrollReset>
            {location}
          </Link>
        ) : (
          location
        )}
      </Heading>
      <TaskContents task={task} isWhole={!to} isLead={isLead} />
      {children}
    </article>
  );
}

/** The badges of the next stop, with the time of the arrival. */
export const LeadBadges = ({ tasks }: { tasks: Task[] }) => (
  <Badges tasks={tasks}>
    <Arrives tasks={tasks} />
  </Badges>
);

type Contents = {
  task: Task;
  /** True for a task that was opened alone. */
  isWhole?: boolean;
  isLead?: boolean;
};

/** The content of a card below its title. */
export function TaskContents({ task, isWhole = false, isLead = false }: Contents) {
  const placeNote = isWhole && placeNoteOf(task.geo_precision);
  return (
    <>
      {task.address && (
        <div className={css.address} {...asWritten()}>
          {task.address}
        </div>
      )}
      {placeNote && <div className={css.meta}>{placeNote}</div>}
      {!isLead && <Badges tasks={[task]} />}
      <Notes tasks={[task]} />
      <Facts task={task} />
      <Ways task={task} showsNumber={isWhole} isLead={isLead} />
      <Authors task={task} />
    </>
  );
}

/** Notes are never hidden, because a note may be the code of a gate. */
export const Notes = ({ tasks }: { tasks: Task[] }) => (
  <>
    {said(card.customer, tasks.flatMap(linesOf))}
    {said(
      card.instructions,
      tasks.map(({ instructions }) => instructions),
    )}
    {said(
      card.notes,
      tasks.map(({ notes }) => notes),
    )}
  </>
);

const said = (label: string, texts: (string | null | undefined)[]) =>
  [...new Set(texts)].map(
    (text) =>
      text && (
        <div key={text} className={css.notes}>
          {factText({ label: <strong>{label}</strong>, text })}
        </div>
      ),
  );

/** "Invoice # 4711" */
export const factText = ({ label, text }: { label: ReactNode; text: string }) => (
  <>
    {label} <span {...asWritten()}>{text}</span>
  </>
);

function Facts({ task }: { task: Task }) {
  const { type, need_by, destinationAccount, transferTo, linkedTask } = task;
  const attempt = attemptOf(task);
  const [reason, note] = failureParts(task.failure_reason ?? '');
  return (
    <ul className={css.facts}>
      {factsOf(task).map((fact) => (
        <li key={fact.key}>{factText(fact)}</li>
      ))}
      {type === 'pickup' && destinationAccount && named(card.deliverTo, destinationAccount)}
      {type === 'transfer' && transferTo && named(card.transferTo, nameOf(transferTo))}
      {linkedTask && named(card.linkedTo(TYPE_LABELS[linkedTask.type]), linkedTask.location)}
      {isOpen(task) && need_by && (
        <li>
          {card.needBy}
          <Time iso={need_by} day={null} />
        </li>
      )}
      {hasWindow(task) && (
        <li>
          {card.deliver}
          <DeliverBy tasks={[task]} />
        </li>
      )}
      {isOpen(task) && needsOf(task).map((need) => <li key={need}>{need}</li>)}
      {attempt && <li>{attempt}</li>}
      {task.failure_reason && named(`${card.failed} ${reason}`, note)}
    </ul>
  );
}

const named = (label: string, text: string) => (
  <li>
    {label}
    <span {...asWritten()}>{text}</span>
  </li>
);

function Authors({ task: { updated_at, creator, editor } }: { task: Task }) {
  if (!updated_at && !creator && !editor) return <div className={css.meta}>{card.noTime}</div>;
  return (
    <div className={css.meta}>
      {updated_at && (
        <>
          {card.updated}
          <Time iso={updated_at} day={null} />
        </>
      )}
      {creator && card.createdBy(nameOf(creator))}
      {editor && card.editedBy(nameOf(editor))}
    </div>
  );
}

type WaysProps = {
  task: Task;
  /** Shows the digits of the number. */
  showsNumber?: boolean;
  /** Shows the distance. Until the driver reports Going, navigation is the first of the card's buttons. */
  isLead?: boolean;
};

export function Ways({ task, showsNumber = false, isLead = false }: WaysProps) {
  const { location, phone, status } = task;
  const known = useWay([task]);
  const way = isLead ? known : null;
  const destination = destinationOf(task);
  if (!destination && !phone) return null;
  return (
    <div className={css.ways}>
      {destination && (
        <a
          href={directionsTo(destination)}
          target="_blank"
          rel="noreferrer"
          aria-label={card.navigateTo(location, way)}
          {...buttonLook({ ...WIDE, variant: isLead && isAhead({ status }) ? 'primary' : 'secondary' })}
        >
          {card.navigate}
          {way && <span className={css.way}>{way}</span>}
        </a>
      )}
      {phone && (
        <PhoneLink phone={phone} aria-label={card.callPlace(location, phone)} {...buttonLook(WIDE)}>
          {showsNumber ? card.callNumber(phone) : card.call}
        </PhoneLink>
      )}
    </div>
  );
}

const WIDE = { size: 'touch', wide: true } as const;

/** A pin set by hand is more exact than the address. */
function destinationOf({ address, latitude, longitude, geo_precision }: Task): string {
  const isPlaced = latitude !== null && longitude !== null;
  return isPlaced && (geo_precision === 'manual' || !address) ? `${latitude},${longitude}` : address;
}

/** Opens the Google Maps app if it is installed, else its web page. `geo:` does not work on iPhones. */
function directionsTo(destination: string): string {
  const query = new URLSearchParams({ api: '1', destination, travelmode: 'driving', dir_action: 'navigate' });
  return `https://www.google.com/maps/dir/?${query}`;
}
