/** The table of drivers: column names, the unassigned list, and a row for each driver. */
import { useLocation } from '@remix-run/react';
import { Fragment, memo, type ReactNode } from 'react';
import type { DriverMark } from '~/domain/network/users/driver-marks';
import type { BoardView } from '~/domain/network/users/preferences';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { DRIVER_STATUS_LABELS, type Board, type BoardRow, type Urgent } from '~/domain/views/board/board';
import type { Counts } from '~/domain/tasks/model/counts';
import { nameOf } from '~/domain/tasks/model/stops';
import type { DriverTimes, Times } from '~/http/drawn-times';
import { useLook } from '~/components/page/page-context';
import { Badge } from '~/ui/badge';
import { DriverBadge } from '~/components/board/driver-badge';
import { KeptMarkup, Marked } from '~/components/board/list-markup';
import { end, strip } from '~/components/board/times.css';
import { useViewLink } from '~/components/board/board-links';
import { edge } from '~/ui/card.css';
import { Ago, Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { VisuallyHidden } from '~/ui/layout';
import { areSameProps } from './same-props';
import * as css from './rows.css';
import { isAhead } from '~/domain/tasks/model/statuses';

type Column = { label: string; short?: string; hours?: true };
const COUNTS: Column[] = [
  { label: 'Driver' },
  { label: 'Now' },
  { label: 'Progress' },
  { label: 'Pending', short: 'Pend.' },
  { label: 'Next Route', short: 'Next' },
  { label: 'Hold' },
  { label: 'Completed', short: 'Done' },
  { label: 'Last activity', short: 'Last' },
  { label: 'Done by' },
];
const TIMELINE: Column[] = [
  { label: 'Driver' },
  { label: 'Now' },
  { label: 'Stops by time', hours: true },
  { label: 'Tasks' },
  { label: 'Done by' },
];

type Props = {
  /** Null when the row is not shown. */
  unassigned: Board['unassigned'] | null;
  drivers: BoardRow[];
  arrivals: DriverArrivals[];
  times: Times | null;
  /** All drivers. `drivers` are the visible ones. */
  of: BoardRow[];
  /** The key of the search, for marking words. */
  wanted: string;
};

export function DriverRows({ unassigned, drivers, arrivals, times, of, wanted }: Props) {
  const standingSince = new Map(arrivals.map((each) => [each.driverId, each.standingSince]));
  const viewLink = useViewLink();
  const place = useLinksInPlace<HTMLDivElement>();
  const open = useOpenList();
  const { boardView: view } = useLook();
  return (
    <div
      role="table"
      aria-labelledby="driver-status"
      className={css.table}
      data-view={view}
      suppressHydrationWarning
      {...times?.now}
    >
      <div role="rowgroup" className={css.headGroup}>
        <div role="row" className={css.head}>
          {(view === 'timeline' ? TIMELINE : COUNTS).map(({ label, short, hours }) => (
            <div key={label} role="columnheader" data-short={short} className={hours && css.hours}>
              <span className={hours ? css.unseen : short && css.long}>{label}</span>
              {hours && <Drawn markup={times?.hours} isKnown={times !== null} hidden />}
            </div>
          ))}
        </div>
      </div>
      <KeptMarkup
        as="div"
        role="rowgroup"
        of={of}
        also={[open, view, times?.key].join(' ')}
        place={place}
        className={css.rows}
      >
        {unassigned && (
          <UnassignedRow
            unassigned={unassigned}
            href={viewLink('/dispatcher/drivers/unassigned')}
            isOpen={open === 'unassigned'}
            view={view}
          />
        )}
        {drivers.map((driver) => (
          <DriverRow
            key={driver.id}
            driver={driver}
            standingSince={standingSince.get(driver.id) ?? null}
            times={times && (times.of.get(driver.id) ?? NO_TIMES)}
            wanted={wanted}
            href={viewLink(`/dispatcher/drivers/${String(driver.id)}`)}
            isOpen={open === String(driver.id)}
            view={view}
          />
        ))}
      </KeptMarkup>
    </div>
  );
}

type DrawnProps = { markup: string | undefined; isKnown: boolean; className?: string; hidden?: true };

/** Markup of `components/board/times.ts`. While it is not known, what the server has drawn stays. */
const Drawn = ({ markup, isKnown, className, hidden }: DrawnProps) => (
  <div
    className={className}
    aria-hidden={hidden}
    suppressHydrationWarning
    // React would leave the server's markup for an empty text.
    dangerouslySetInnerHTML={{ __html: isKnown ? markup || ' ' : '' }}
  />
);

const NO_TIMES: DriverTimes = { strip: '', end: '' };

/** The owner of the open list: a driver's id, or `unassigned`. */
const useOpenList = () => /^\/dispatcher\/drivers\/([^/]+)/.exec(useLocation().pathname)?.[1] ?? null;

type RowProps = {
  id: string;
  name: ReactNode;
  mark?: DriverMark;
  href: string;
  isOpen: boolean;
  tone: keyof typeof edge;
  view: BoardView;
  /** Null while they are not known. */
  times?: DriverTimes | null;
  sub: ReactNode;
  now?: ReactNode;
  counts: Counts;
  archivedToday?: number;
  lastReport?: string | null;
};

function Row({
  id,
  name,
  mark,
  href,
  isOpen,
  tone,
  view,
  times = NO_TIMES,
  sub,
  now,
  counts,
  archivedToday = 0,
  lastReport,
}: RowProps) {
  const current = isOpen || undefined;
  const progress = mark && <Progress active={counts.active} completed={counts.completed + archivedToday} />;
  return (
    <div
      role="row"
      data-driver-id={id}
      data-driver-color={mark?.color}
      aria-current={current}
      className={`${css.row} ${edge[tone]}`}
    >
      <div role="rowheader" className={css.driver}>
        {mark && <DriverBadge {...mark} />}
        <div className={css.who}>
          <a data-row href={href} aria-current={current} className={css.name}>
            {name}
          </a>
          <div className={css.sub}>{sub}</div>
        </div>
      </div>
      <div role="cell" className={css.now}>
        {now}
      </div>
      {view === 'timeline' ? (
        <>
          <div role="cell" className={css.times}>
            <Drawn markup={times?.strip} isKnown={times !== null} className={strip} />
          </div>
          <div role="cell" className={css.tasks}>
            {progress}
          </div>
        </>
      ) : (
        <>
          <div role="cell" className={css.progress}>
            {progress}
          </div>
          {FIGURES.map(([label, key]) => (
            <div
              key={key}
              role="cell"
              data-label={label}
              className={counts[key] === 0 ? css.none : css.figure}
            >
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
        </>
      )}
      <div role="cell" data-label="Done by" className={css.doneBy}>
        <Drawn markup={times?.end} isKnown={times !== null} className={end} />
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
}: Pick<RowProps, 'href' | 'isOpen' | 'view'> & Pick<Board, 'unassigned'>) {
  const { urgent, counts } = unassigned;
  return (
    <Row
      {...rest}
      id="unassigned"
      name="Unassigned"
      tone={urgent ? 'urgent' : 'hold'}
      sub={list([`${String(counts.open)} open`, forRun(counts), urgent && <UrgentSign urgent={urgent} />])}
      now={
        counts.open > 0 && (
          <a href={rest.href} className={css.assign}>
            Assign {counts.open}…
          </a>
        )
      }
      counts={counts}
    />
  );
}

type DriverProps = Pick<RowProps, 'href' | 'isOpen' | 'view' | 'times'> & {
  driver: BoardRow;
  standingSince: string | null;
  wanted: string;
};

/** Renders only when its own data has changed. */
const DriverRow = memo(PlainDriverRow, areSameProps);

function PlainDriverRow({ driver, standingSince, wanted, ...rest }: DriverProps) {
  const { id, status, urgent, dealerships, counts, archivedToday, isNew, lastReport } = driver;
  return (
    <Row
      {...rest}
      id={String(id)}
      name={<Marked text={nameOf(driver)} wanted={wanted} />}
      mark={driver}
      tone={urgent ? 'urgent' : status}
      sub={list([
        urgent && <UrgentSign urgent={urgent} />,
        isNew && <b>New</b>,
        forRun(counts),
        <Marked text={dealerships.join(', ') || 'No dealership'} wanted={wanted} />,
      ])}
      now={<Now driver={driver} standingSince={standingSince} wanted={wanted} />}
      counts={counts}
      archivedToday={archivedToday}
      lastReport={lastReport}
    />
  );
}

/** The other tasks of Next Route are those of the driver's next trip. */
const forRun = ({ forRun: count }: Counts) =>
  count > 0 && `${String(count)} ${count === 1 ? 'waits' : 'wait'} for a run`;

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
  const label = (
    <Badge tone={status} size="small">
      {DRIVER_STATUS_LABELS[status]}
    </Badge>
  );
  const notSeen = unseen > 0 && `${String(unseen)} not seen`;
  if (!current) {
    return (
      <>
        <div className={css.upperPlace}>{base || 'No dealership assigned'}</div>
        <div className={css.sub}>
          {label} {list([<span className={css.upper}>No active task</span>, notSeen])}
        </div>
      </>
    );
  }
  const { location, address, seenAt, goingSince } = current;
  const seen =
    notSeen ||
    (isAhead(current) && seenAt && (
      <>
        seen <Time iso={seenAt} />
      </>
    ));
  return (
    <>
      <div className={css.place}>
        <Marked text={location} wanted={wanted} />
        {address && (
          <span className={css.address}>
            {' · '}
            <Marked text={address} wanted={wanted} />
          </span>
        )}
      </div>
      <div className={css.sub}>
        {label}{' '}
        {list([
          goingSince && <Ago iso={goingSince} />,
          standingSince && (
            <>
              standing for <Ago iso={standingSince} />
            </>
          ),
          seen,
        ])}
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
