/** The line above the board with Needs Attention, the filters, and Archive Tasks. */
import {
  ATTENTION_KINDS,
  ATTENTION_LABELS,
  atRisk,
  type Attention,
  type Board,
} from '~/domain/views/board/board';
import { useViewLink } from '~/components/board/board-links';
import { LinkButton } from '~/ui/button';
import { Time, useNow } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { Filter } from './filter';
import * as css from './tools.css';

type Props = {
  board: Board;
  /** The time when the page was made, ISO 8601. */
  loadedAt: string;
  /** The number of deliveries that are likely to be late. */
  late: number;
};

export function BoardLine({ board: { attention, drivers }, loadedAt, late }: Props) {
  const viewLink = useViewLink();
  return (
    <div className={css.line}>
      <h2 id="driver-status" className={css.title}>
        Driver Status
      </h2>
      <AttentionLinks attention={attention} loadedAt={loadedAt} late={late} />
      <div className={css.end}>
        <Filter drivers={drivers} />
        <LinkButton to="/dispatcher/plan">Plan the Day</LinkButton>
        <LinkButton to={viewLink('/dispatcher/archive')} preventScrollReset>
          Archive Tasks
        </LinkButton>
      </div>
    </div>
  );
}

type LinksProps = Pick<Props, 'loadedAt' | 'late'> & { attention: Attention };

/** The kinds of tasks that need a person, with counts; nothing without any. */
function AttentionLinks({ attention: { counts, dues }, loadedAt, late }: LinksProps) {
  const now = useNow() ?? Date.parse(loadedAt);
  const bar = useLinksInPlace<HTMLElement>();
  const viewLink = useViewLink();
  const all = { ...counts, 'at-risk': atRisk(dues, now).length, late };
  const next = dues.find(({ needBy }) => Date.parse(needBy) > now);
  const kinds = ATTENTION_KINDS.filter((kind) => all[kind] > 0);
  if (kinds.length === 0 && !next) return null;
  return (
    <nav aria-label="Needs attention" className={css.attention} ref={bar}>
      {kinds.map((kind) => (
        <a key={kind} href={viewLink(`/dispatcher/attention?kind=${kind}`)} className={css.attentionLink}>
          {all[kind]} {ATTENTION_LABELS[kind].toLowerCase()}
        </a>
      ))}
      {next && (
        <a href={viewLink(`/dispatcher/tasks/${String(next.id)}`)} className={css.due}>
          {next.isHeld ? 'Next release' : 'Next need-by'} <Time iso={next.needBy} />
        </a>
      )}
    </nav>
  );
}
