import { memo, useEffect, useState } from 'react';
import {
  ATTENTION_KINDS,
  ATTENTION_LABELS,
  DRIVER_STATUS_LABELS,
  atRisk,
  nameOf,
  type Attention,
  type Board,
  type BoardRow,
  type Counts,
  type FoundTasks,
} from '~/domain/tasks/board/board';
import { KeptMarkup } from '~/components/board/kept-markup';
import { useViewLink } from '~/components/board/view';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { edge } from '~/ui/card.css';
import { EmptyState } from '~/ui/empty';
import { Inline } from '~/ui/layout';
import { Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './board.css';
import { FirstSteps } from '~/components/first-steps/first-steps';
import type { FirstSteps as Steps } from '~/domain/setup/first-steps.server';
import { filterRows, type Filters } from './filters';
import { Found } from './found';
import { Toolbar } from './toolbar';

type Props = {
  board: Board;
  filters: Filters;
  found: FoundTasks | null;
  loadedAt: string;
  steps: Steps | null;
};

export function StatusCard({ board, filters, found, loadedAt, steps }: Props) {
  const { drivers, unassigned } = board;
  const viewLink = useViewLink();
  const list = useLinksInPlace<HTMLUListElement>();
  const shown = filterRows(drivers, filters);
  // The unassigned row has no name, dealership or status to search by.
  const showsUnassigned =
    filters.text === '' &&
    filters.driverId === null &&
    filters.dealership === null &&
    filters.status === null &&
    (!filters.urgent || unassigned.urgent);
  return (
    <Card
      title="Driver Status"
      id="driver-status"
      flush
      actions={
        <Inline>
          <LinkButton to={viewLink('/dispatcher/archive')} preventScrollReset>
            Archive Tasks
          </LinkButton>
          <LinkButton
            to={viewLink('/dispatcher/tasks/new')}
            variant="primary"
            preventScrollReset
            aria-keyshortcuts="n"
          >
            New Task
          </LinkButton>
        </Inline>
      }
    >
      <AttentionBar attention={board.attention} loadedAt={loadedAt} />
      <Toolbar drivers={drivers} />
      <Found text={filters.text} found={found} />
      <KeptMarkup as="ul" of={drivers} place={list}>
        {showsUnassigned && (
          <li>
            <UnassignedRow unassigned={unassigned} href={viewLink('/dispatcher/drivers/unassigned')} />
          </li>
        )}
        {shown.map((driver) => (
          <li key={driver.id}>
            <DriverRow driver={driver} href={viewLink(`/dispatcher/drivers/${String(driver.id)}`)} />
          </li>
        ))}
      </KeptMarkup>
      {steps && <FirstSteps steps={steps} />}
      {drivers.length === 0 && !steps && (
        <EmptyState>
          There are no drivers yet. An admin adds them under Settings, or they register themselves.
        </EmptyState>
      )}
      {drivers.length > 0 && shown.length === 0 && !showsUnassigned && (
        <EmptyState>No driver matches.</EmptyState>
      )}
    </Card>
  );
}

const UrgentSign = () => <span className={css.urgentSign}>! Urgent · </span>;

function UnassignedRow({ unassigned, href }: { unassigned: Board['unassigned']; href: string }) {
  return (
    <a
      data-row
      data-driver-id="unassigned"
      href={href}
      className={`${css.row} ${edge[unassigned.urgent ? 'urgent' : 'hold']}`}
    >
      <div className={css.cell}>
        <div className={css.name}>Unassigned</div>
        <div className={css.sub}>
          {unassigned.urgent && <UrgentSign />}
          No driver yet
        </div>
      </div>
      <span />
      <div className={`${css.current} ${css.sub}`}>Tasks that wait for a driver</div>
      <Counters counts={unassigned.counts} />
    </a>
  );
}

type RowProps = { driver: BoardRow; href: string };

/** Rendered only when its own data has changed. */
const DriverRow = memo(PlainDriverRow, (before, after) => JSON.stringify(before) === JSON.stringify(after));

function PlainDriverRow({ driver, href }: RowProps) {
  const { status, urgent, dealerships, counts, unseen, isNew } = driver;
  return (
    <a
      data-row
      data-driver-id={driver.id}
      href={href}
      className={`${css.row} ${edge[urgent ? 'urgent' : status]}`}
    >
      <div className={css.cell}>
        <div className={css.name}>{nameOf(driver)}</div>
        <div className={css.sub}>
          {urgent && <UrgentSign />}
          {dealerships.join(', ') || 'No dealership'}
        </div>
      </div>
      <div>
        <Badge tone={status}>{DRIVER_STATUS_LABELS[status]}</Badge>
        {isNew && <Badge tone="hold">New</Badge>}
        {unseen > 0 && <div className={css.unseen}>{unseen} not seen</div>}
      </div>
      <Current driver={driver} />
      <Counters counts={counts} />
    </a>
  );
}

function Current({ driver: { current, dealershipName, dealerships } }: { driver: BoardRow }) {
  const base = dealershipName || dealerships[0];
  if (!current) {
    return (
      <div className={css.current}>
        <div className={css.name}>{base ? base.toUpperCase() : 'NO DEALERSHIP ASSIGNED'}</div>
        <div className={css.sub}>NO ACTIVE TASK</div>
      </div>
    );
  }
  return (
    <div className={css.current}>
      <div className={css.name}>{current.location}</div>
      <div className={css.sub}>
        {current.status === 'pending' && current.seenAt && (
          <>
            seen <Time iso={current.seenAt} />
            {' · '}
          </>
        )}
        {current.address}
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

function Counters({ counts }: { counts: Counts }) {
  return (
    <div className={css.counters}>
      {FIGURES.map(([label, key]) => (
        <span key={key} className={counts[key] === 0 ? css.noCounter : css.counter}>
          <b>{counts[key]}</b>
          {label}
        </span>
      ))}
    </div>
  );
}

const LOOK_AT_THE_CLOCK_MS = 15_000;

type BarProps = {
  attention: Attention;
  /** ISO 8601: when the page was made. */
  loadedAt: string;
};

/** The kinds of tasks that need a human, with counts; nothing if there are none. */
export function AttentionBar({ attention: { counts, dues }, loadedAt }: BarProps) {
  const now = useNow(loadedAt);
  const bar = useLinksInPlace<HTMLElement>();
  const viewLink = useViewLink();
  const all = { ...counts, 'at-risk': atRisk(dues, now).length };
  const next = dues.find(({ needBy }) => Date.parse(needBy) > now);
  const kinds = ATTENTION_KINDS.filter((kind) => all[kind] > 0);
  if (kinds.length === 0 && !next) return null;
  return (
    <nav aria-label="Needs attention" className={css.attention} ref={bar}>
      {kinds.map((kind) => (
        <a key={kind} href={viewLink(`/dispatcher/attention?kind=${kind}`)} className={css.attentionLink}>
          <b>{all[kind]}</b> {ATTENTION_LABELS[kind]}
        </a>
      ))}
      {next && (
        <a href={viewLink(`/dispatcher/tasks/${String(next.id)}`)} className={css.due}>
          Next due <Time iso={next.needBy} />
        </a>
      )}
    </nav>
  );
}

/** Milliseconds since 1970, from the server's clock at first and then as time goes by. */
function useNow(loadedAt: string): number {
  const [now, setNow] = useState(Date.parse(loadedAt));
  useEffect(() => {
    const look = () => {
      setNow(Date.now());
    };
    look();
    const timer = window.setInterval(look, LOOK_AT_THE_CLOCK_MS);
    return () => {
      window.clearInterval(timer);
    };
  }, [loadedAt]);
  return now;
}
