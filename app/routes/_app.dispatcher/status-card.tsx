import { DRIVER_STATUS_LABELS, nameOf, type Board, type BoardRow, type Counts } from '~/domain/tasks/board';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { edge } from '~/ui/card.css';
import { EmptyState } from '~/ui/empty';
import { Inline } from '~/ui/layout';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './board.css';

export function StatusCard({ board }: { board: Board }) {
  const { drivers, unassigned } = board;
  const list = useLinksInPlace<HTMLUListElement>();
  return (
    <Card
      title="Driver Status"
      id="driver-status"
      flush
      actions={
        <Inline>
          <LinkButton to="/dispatcher/archive" preventScrollReset>
            Archive Tasks
          </LinkButton>
          <LinkButton to="/dispatcher/tasks/new" variant="primary" preventScrollReset>
            New Task
          </LinkButton>
        </Inline>
      }
    >
      <ul ref={list}>
        <li>
          <a
            href="/dispatcher/drivers/unassigned"
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
        </li>
        {drivers.map((driver) => (
          <li key={driver.id}>
            <DriverRow driver={driver} />
          </li>
        ))}
      </ul>
      {drivers.length === 0 && (
        <EmptyState>
          There are no drivers yet. An admin adds them under Settings, or they register themselves.
        </EmptyState>
      )}
    </Card>
  );
}

const UrgentSign = () => <span className={css.urgentSign}>! Urgent · </span>;

function DriverRow({ driver }: { driver: BoardRow }) {
  const { id, status, urgent, dealerships, dealershipName, current, counts } = driver;
  const base = dealershipName || dealerships[0];
  return (
    <a
      href={`/dispatcher/drivers/${String(id)}`}
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
      </div>
      <div className={css.current}>
        {current ? (
          <>
            <div className={css.name}>{current.location}</div>
            <div className={css.sub}>{current.address}</div>
          </>
        ) : (
          <>
            <div className={css.name}>{base ? base.toUpperCase() : 'NO DEALERSHIP ASSIGNED'}</div>
            <div className={css.sub}>NO ACTIVE TASK</div>
          </>
        )}
      </div>
      <Counters counts={counts} />
    </a>
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
