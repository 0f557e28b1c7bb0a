/** The table of drivers: column names, the unassigned list, and a row for each driver. */
import { useLocation } from '@remix-run/react';
import { Fragment, memo, type ReactNode } from 'react';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { DRIVER_STATUS_LABELS, type Board, type BoardRow, type Urgent } from '~/domain/views/board/board';
import type { Counts } from '~/domain/tasks/model/counts';
import { nameOf } from '~/domain/tasks/model/stops';
import { KeptMarkup, Marked } from '~/components/board/list-markup';
import { useViewLink } from '~/components/board/board-links';
import { edge } from '~/ui/card.css';
import { Ago, Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { VisuallyHidden } from '~/ui/layout';
import { areSameProps } from './same-props';
import * as css from './rows.css';

const COLUMNS = [
  { label: 'Driver' },
  { label: 'Now' },
  { label: 'Progress' },
  { label: 'Pending', short: 'Pend.' },
  { label: 'Next Route', short: 'Next' },
  { label: 'Hold' },
  { label: 'Completed', short: 'Done' },
  { label: 'Last activity', short: 'Last' },
];

type Props = {
  /** Null when the row is not shown. */
  unassigned: Board['unassigned'] | null;
  drivers: BoardRow[];
  arrivals: DriverArrivals[];
  /** All drivers. `drivers` are the visible ones. */
  of: BoardRow[];
  /** The key of the search, for marking words. */
  wanted: string;
};

export function DriverRows({ unassigned, drivers, arrivals, of, wanted }: Props) {
  const arrivalsOf = new Map(arrivals.map((each) => [each.driverId, each]));
  const viewLink = useViewLink();
  const place = useLinksInPlace<HTMLDivElement>();
  const open = useOpenList();
  return (
    <div role="table" aria-labelledby="driver-status" className={css.table}>
      <div role="rowgroup" className={css.headGroup}>
        <div role="row" className={css.head}>
          {COLUMNS.map(({ label, short }) => (
            <div key={label} role="columnheader">
              <span className={short && css.long}>{label}</span>
              {short && (
                <span aria-hidden="true" className={css.short}>
                  {short}
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
      <KeptMarkup as="div" role="rowgroup" of={of} also={open ?? ''} place={place} className={css.rows}>
        {unassigned && (
          <UnassignedRow
            unassigned={unassigned}
            href={viewLink('/dispatcher/drivers/unassigned')}
            isOpen={open === 'unassigned'}
          />
        )}
        {drivers.map((driver) => (
          <DriverRow
            key={driver.id}
            driver={driver}
            arrivals={arrivalsOf.get(driver.id)}
            wanted={wanted}
            href={viewLink(`/dispatcher/drivers/${String(driver.id)}`)}
            isOpen={open === String(driver.id)}
          />
        ))}
      </KeptMarkup>
    </div>
  );
}

/** The owner of the open list: a driver's id, or `unassigned`. */
const useOpenList = () => /^\/dispatcher\/drivers\/([^/]+)/.exec(useLocation().pathname)?.[1] ?? null;

type RowProps = {
  id: string;
  name: ReactNode;
  href: string;
  isOpen: boolean;
  tone: keyof typeof edge;
  /** `late` is the number of deliveries that are likely late (`timetable/lateness.ts` decides), and `until` the time when the route ends. */
  late?: number;
  until?: string | null | undefined;
  sub: ReactNode;
  now?: ReactNode;
  counts: Counts;
  archivedToday?: number;
  lastReport?: string | null;
};

function Row({
  id,
  name,
  href,
  isOpen,
  tone,
  late = 0,
  until,
  sub,
  now,
  counts,
  archivedToday = 0,
  lastReport,
}: RowProps) {
  const current = isOpen || undefined;
  return (
    <div role="row" data-driver-id={id} aria-current={current} className={`${css.row} ${edge[tone]}`}>
      <div role="rowheader" className={css.driver}>
        <div className={css.nameAndLate}>
          <a data-row href={href} aria-current={current} className={css.name}>
            {name}
          </a>
          {late > 0 && <b className={css.late}>{late} late</b>}
        </div>
        {until && (
          <span className={css.until}>
            {late > 0 && <span className={css.dot}> · </span>}done by <Time iso={until} inWeek />
          </span>
        )}
        <div className={css.underName}>{sub}</div>
      </div>
      <div role="cell" className={css.now}>
        {now}
      </div>
      <div role="cell" className={css.progress}>
        {now && <Progress active={counts.active} completed={counts.completed + archivedToday} />}
      </div>
      {FIGURES.map(([label, key]) => (
        <div key={key} role="cell" data-label={label} className={counts[key] === 0 ? css.none : css.figure}>
          {counts[key]}
        </div>
      ))}
      <div role="cell" className={css.last}>
        {lastReport && (
          <Ago iso={lastReport}>
            <span className={css.extra}> ago</span>
          </Ago>
        )}
      </div>
    </div>
  );
}

const FIGURES = [
  ['Pending', 'pending'],
  ['Next Route', 'nextRoute'],
  ['Hold', 'hold'],
  ['Completed', 'completed'],
] as const;

function UnassignedRow({
  unassigned,
  ...rest
}: Pick<RowProps, 'href' | 'isOpen'> & Pick<Board, 'unassigned'>) {
  const { urgent, counts } = unassigned;
  return (
    <Row
      {...rest}
      id="unassigned"
      name="Unassigned"
      tone={urgent ? 'urgent' : 'hold'}
      sub={list([`${String(counts.open)} open`, urgent && <UrgentSign urgent={urgent} />])}
      counts={counts}
    />
  );
}

type DriverProps = Pick<RowProps, 'href' | 'isOpen'> & {
  driver: BoardRow;
  arrivals: DriverArrivals | undefined;
  wanted: string;
};

/** Renders only when its own data has changed. */
const DriverRow = memo(PlainDriverRow, areSameProps);

function PlainDriverRow({ driver, arrivals, wanted, ...rest }: DriverProps) {
  const { id, status, urgent, dealerships, counts, archivedToday, isNew, lastReport } = driver;
  return (
    <Row
      {...rest}
      id={String(id)}
      name={<Marked text={nameOf(driver)} wanted={wanted} />}
      tone={urgent ? 'urgent' : status}
      late={arrivals?.late.length}
      until={arrivals?.finishAt}
      sub={list([
        urgent && <UrgentSign urgent={urgent} />,
        isNew && <b>New</b>,
        <Marked text={dealerships.join(', ') || 'No dealership'} wanted={wanted} />,
      ])}
      now={<Now driver={driver} standingSince={arrivals?.standingSince ?? null} wanted={wanted} />}
      counts={counts}
      archivedToday={archivedToday}
      lastReport={lastReport}
    />
  );
}

/** The parts that are not empty, with dots between them. */
const list = (parts: ReactNode[]) =>
  parts.filter(Boolean).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ));

const UrgentSign = ({ urgent: { count, since } }: { urgent: NonNullable<Urgent> }) => (
  <b className={css.urgent}>
    {count} urgent, oldest <Ago iso={since} />
  </b>
);

type NowProps = { driver: BoardRow; standingSince: string | null; wanted: string };

function Now({ driver, standingSince, wanted }: NowProps) {
  const { status, current, dealershipName, dealerships, unseen } = driver;
  const base = dealershipName || dealerships[0];
  const label = <b className={css.status[status]}>{DRIVER_STATUS_LABELS[status]}</b>;
  const notSeen = unseen > 0 && `${String(unseen)} not seen`;
  if (!current) {
    return (
      <>
        <div className={css.place}>{base || 'No dealership assigned'}</div>
        <div className={css.sub}>{list([label, 'No active task', notSeen])}</div>
      </>
    );
  }
  const { location, address, seenAt, goingSince } = current;
  const seen =
    notSeen ||
    (current.status === 'pending' && seenAt && (
      <>
        seen <Time iso={seenAt} />
      </>
    ));
  return (
    <>
      <div className={css.place}>
        <Marked text={location} wanted={wanted} />
      </div>
      <div className={css.state}>
        <span className={css.said}>
          {label}
          {goingSince && (
            <>
              , <Ago iso={goingSince} />
            </>
          )}
          {standingSince && (
            <>
              {' · standing for '}
              <Ago iso={standingSince} />
            </>
          )}
          {seen && <> · {seen}</>}
        </span>
        <span className={css.address}>
          &nbsp;· <Marked text={address} wanted={wanted} />
        </span>
      </div>
    </>
  );
}

/** The share of completed tasks. `completed` includes tasks that were archived today. */
function Progress({ completed, active }: { completed: number; active: number }) {
  const all = completed + active;
  if (all === 0) return null;
  return (
    <>
      {completed} of {all}
      <VisuallyHidden> completed</VisuallyHidden>
      <svg className={css.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * completed) / all} height="1" />
      </svg>
    </>
  );
}
