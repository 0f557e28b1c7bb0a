import { useEffect, useRef } from 'react';
import type { Section } from './guide/blocks';
import * as css from './help.css';
import { RichText } from './rich-text';
import { TopicText } from './topic';

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
