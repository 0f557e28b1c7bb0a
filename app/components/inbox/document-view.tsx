/** The words of a document at their places. It is text, so that it can be selected and read aloud. */
import { memo, useEffect, useRef } from 'react';
import type { Drawn } from './document-text.server';
import * as css from './document-view.css';

type Props = {
  drawn: Drawn;
  /** Words that were chosen, with the number of their field. */
  chosen?: ReadonlyMap<number, number>;
  onWord?: ((at: number) => void) | undefined;
};

/** A part that scrolls must take the focus, so that the keyboard can scroll it. */
const SCROLLS = { tabIndex: 0, role: 'region' } as const;

export const DocumentView = memo(function DocumentView({
  drawn: { pages, rest, isEven },
  chosen,
  onWord,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  // The words are no buttons: by keyboard, values are chosen in the lists of the form.
  useEffect(() => {
    const element = frame.current;
    if (!element || !onWord) return;
    const choose = ({ target }: MouseEvent) => {
      const at = target instanceof Element ? target.getAttribute('data-at') : null;
      if (at !== null) onWord(Number(at));
    };
    element.addEventListener('click', choose);
    return () => {
      element.removeEventListener('click', choose);
    };
  }, [onWord]);
  return (
    <div ref={frame} className={css.frame} {...SCROLLS} aria-label="Document">
      {pages.map(({ page, width, height, words }) => (
        <svg
          key={page}
          className={css.page}
          data-even={isEven ? '' : undefined}
          // In points of the document.
          fontSize={isEven ? 12 : 10}
          viewBox={`0 0 ${String(width)} ${String(height)}`}
          data-choosing={onWord ? '' : undefined}
        >
          {words.map(([at, x, y, wide, text]) => (
            <text
              key={at}
              x={x}
              y={y}
              textLength={wide}
              lengthAdjust="spacingAndGlyphs"
              data-at={at}
              data-field={chosen?.get(at)}
            >
              {text}{' '}
            </text>
          ))}
        </svg>
      ))}
      {rest > 0 && <p>And {rest.toLocaleString('en-US')} more words.</p>}
      {pages.length === 0 && <p>There are no words to show.</p>}
    </div>
  );
});
