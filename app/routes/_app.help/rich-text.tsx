import { markedPieces } from './guide/search';
import * as css from './help.css';

/** A text of the guide: what stands between two asterisks is strong, what was searched is marked. */
export function RichText({ text, words }: { text: string; words: string[] }) {
  return text.split('**').map((part, index) =>
    index % 2 === 1 ? (
      <strong key={index}>
        <Marked text={part} words={words} />
      </strong>
    ) : (
      <Marked key={index} text={part} words={words} />
    ),
  );
}

function Marked({ text, words }: { text: string; words: string[] }) {
  return markedPieces(text, words).map(({ text: piece, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className={css.mark}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
