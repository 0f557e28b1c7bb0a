import { placeOfKey } from '~/domain/views/board/search';

/** A text in which the searched words are marked. @param wanted a key of the search. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const [from, to] = placeOfKey(text, wanted) ?? [0, 0];
  if (to === 0) return text;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
