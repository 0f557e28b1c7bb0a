/** The words of a document at their places. It is text, so that it can be selected and read aloud. */
import { memo, type MouseEvent } from 'react';
import type { DrawnPage } from './document-text.server';
import * as css from './document-view.css';

type Props = {
  pages: DrawnPage[];
  rest: number;
  /** Words that were chosen, with the number of their field. */
  chosen?: ReadonlyMap<number, number>;
  onWord?: ((at: number) => void) | undefined;
};

export const DocumentView = memo(function DocumentView({ pages, rest, chosen, onWord }: Props) {
  const choose = (event: MouseEvent) => {
    const at = event.target instanceof Element ? event.target.getAttribute('data-at') : null;
    if (at !== null) onWord?.(Number(at));
  };
  return (
    // The keyboard scrolls it. Values are chosen by keyboard in the lists of the form.
    <div className={css.frame} tabIndex={0} role="region" aria-label="Document" onClick={onWord && choose}>
      {pages.map(({ page, width, height, words }) => (
        <svg
          key={page}
          className={css.page}
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
