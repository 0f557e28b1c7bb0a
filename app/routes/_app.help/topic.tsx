import type { Block, Topic } from './guide/blocks';
import * as css from './help.css';
import { RichText } from './rich-text';

export function TopicText({ topic: { id, title, blocks }, words }: { topic: Topic; words: string[] }) {
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
