import { useEffect, useRef } from 'react';
import type { Block, Section, Topic } from '~/routes/_app.help/guide/blocks';
import { markedPieces } from '~/routes/_app.help/guide/index';
import * as css from './help.css';

/** A text of the guide: what stands between two asterisks is strong, what was searched is marked. */
function RichText({ text, words }: { text: string; words: string[] }) {
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

function TopicText({ topic: { id, title, blocks }, words }: { topic: Topic; words: string[] }) {
  return (
    <article id={id} className={css.topic} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <RichText text={title} words={words} />
      </h3>
      {blocks.map((block, index) => (
        <BlockText key={index} block={block} words={words} />
      ))}
    </article>
  );
}

function BlockText({ block, words }: { block: Block; words: string[] }) {
  if ('text' in block) {
    return (
      <p>
        <RichText text={block.text} words={words} />
      </p>
    );
  }
  if ('picture' in block) {
    const { file, alt, width, height } = block.picture;
    return <img className={css.picture} src={`/help/${file}`} loading="lazy" {...{ alt, width, height }} />;
  }
  const items = 'steps' in block ? block.steps : block.list;
  const List = 'steps' in block ? 'ol' : 'ul';
  return (
    <List className={'steps' in block ? css.steps : css.list}>
      {items.map((text) => (
        <li key={text}>
          <RichText text={text} words={words} />
        </li>
      ))}
    </List>
  );
}

type Props = { section: Section; words: string[]; isOpen: boolean };

export function GuideSection({ section: { id, title, intro, topics }, words, isOpen }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  // A search opens and closes; in between it is the reader's.
  useEffect(() => {
    if (details.current) details.current.open = isOpen;
  }, [isOpen]);
  return (
    <details ref={details} id={id} className={css.section} open={isOpen} suppressHydrationWarning>
      <summary className={css.summary}>
        <h2>{title}</h2>
        <span className={css.intro}>
          <RichText text={intro} words={words} />
        </span>
      </summary>
      {words.length === 0 && (
        <ul className={css.contents} aria-label={`Topics of ${title}`}>
          {topics.map((topic) => (
            <li key={topic.id}>
              <a href={`#${topic.id}`}>{topic.title}</a>
            </li>
          ))}
        </ul>
      )}
      {topics.map((topic) => (
        <TopicText key={topic.id} topic={topic} words={words} />
      ))}
    </details>
  );
}
