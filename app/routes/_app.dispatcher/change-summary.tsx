import { useEffect, useRef, useState } from 'react';
import type { BoardRow } from '~/domain/views/board/board';
import { nameOf } from '~/domain/tasks/model/stops';
import { onChange } from '~/live/use-live';
import { VisuallyHidden } from '~/ui/hidden';
import { createSummary } from './changes';

/** Announces changes by others and by drivers politely, at most every ten seconds. */
export function ChangeSummary({ drivers }: { drivers: BoardRow[] }) {
  const [said, setSaid] = useState('');
  const latest = useRef(drivers);
  latest.current = drivers;
  useEffect(() => {
    const summary = createSummary();
    let timer: number | undefined;
    const say = () => {
      timer = undefined;
      const byId = (id: number) => latest.current.find((driver) => driver.id === id);
      setSaid(
        summary.say(performance.now(), (id) => {
          const driver = byId(id);
          return driver && nameOf(driver);
        }),
      );
    };
    const stop = onChange((message) => {
      summary.hear(message);
      timer ??= window.setTimeout(say, summary.wait(performance.now()));
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
    </VisuallyHidden>
  );
}
