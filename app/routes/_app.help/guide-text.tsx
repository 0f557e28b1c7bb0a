import { useEffect, useRef, type ReactNode } from 'react';
import type { Block, Section, Topic } from '~/routes/_app.help/guide/blocks';
import { markedPieces } from '~/routes/_app.help/guide/index';
import sizes from '~/routes/_app.help/guide/pictures.json';
import * as css from './help.css';

/** A text of the guide. Text between two asterisks is strong, and searched words are marked. */
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
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  );
}

type BlockProps = { block: Block; words: string[]; isOpen: boolean };

function BlockText({ block, words, isOpen }: BlockProps) {
  if ('text' in block) {
    return (
      <p>
        <RichText text={block.text} words={words} />
      </p>
    );
  }
  if ('picture' in block) {
    const { file, alt } = block.picture;
    // A folded picture is not loaded, but printing needs all pictures at once.
    const loading = isOpen ? 'eager' : 'lazy';
    return <img className={css.picture} src={`/help/${file}`} alt={alt} loading={loading} {...sizes[file]} />;
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

type FoldProps = { id: string; className: string; isOpen: boolean; children: ReactNode };

/** A part that folds. It works without JavaScript too. */
function Fold({ id, className, isOpen, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // A search or a matching address opens it. Otherwise the reader decides.
  useEffect(() => {
    if (details.current) details.current.open = isOpen;
  }, [isOpen]);
  return (
    <details ref={details} id={id} className={className} open={isOpen} suppressHydrationWarning>
      {children}
    </details>
  );
}

type TopicProps = { topic: Topic; words: string[]; isOpen: boolean };

function TopicText({ topic: { id, title, blocks }, words, isOpen }: TopicProps) {
  return (
    <Fold id={id} className={css.topic} isOpen={isOpen}>
      <summary className={css.question}>
        <h3>
          <RichText text={title} words={words} />
        </h3>
      </summary>
      <article className={css.answer} aria-label={title}>
        {blocks.map((block, index) => (
          <BlockText key={index} block={block} words={words} isOpen={isOpen} />
        ))}
      </article>
    </Fold>
  );
}

type Props = {
  section: Section;
  words: string[];
  /** Opens it with all its topics, for a search and for paper. */
  isUnfolded: boolean;
  /** True for the part about the reader's own role. */
  isFirst: boolean;
  /** The id after the # of the address. */
  aim: string;
};

export function GuideSection({ section, words, isUnfolded, isFirst, aim }: Props) {
  const { id, title, intro, topics } = section;
  const isAimedAt = [section, ...topics].some((each) => each.id === aim);
  return (
    <Fold id={id} className={css.section} isOpen={isUnfolded || isFirst || isAimedAt}>
      <summary className={css.summary}>
        <h2>{title}</h2>
        <span className={css.intro}>
          <RichText text={intro} words={words} />
        </span>
      </summary>
      {topics.map((topic) => (
        <TopicText key={topic.id} topic={topic} words={words} isOpen={isUnfolded || topic.id === aim} />
      ))}
    </Fold>
  );
}
