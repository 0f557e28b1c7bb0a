import { useEffect, useState } from 'react';
import { atRisk, ATTENTION_KINDS, ATTENTION_LABELS, type Attention } from '~/domain/tasks/board/attention';
import { useViewLink } from '~/components/board/use-view-link';
import { Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './board.css';

const LOOK_AT_THE_CLOCK_MS = 15_000;

type Props = {
  attention: Attention;
  /** ISO 8601: when the page was made. */
  loadedAt: string;
};

/** What needs a human, with counts; nothing where nothing does. */
export function AttentionBar({ attention: { counts, dues }, loadedAt }: Props) {
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
