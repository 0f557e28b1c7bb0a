/** The blocks of a guide. In texts, **two asterisks** enclose words on the screen. */
import type sizes from './pictures.json';

/** `npm run pictures` makes the pictures and the list of their sizes. */
export type Picture = { file: keyof typeof sizes; alt: string };
export type Block = { text: string } | { steps: string[] } | { list: string[] } | { picture: Picture };
export type Topic = { id: string; title: string; blocks: Block[] };
export type Section = { id: string; title: string; intro: string; topics: Topic[] };

const textOf = (block: Block): string[] => {
  if ('text' in block) return [block.text];
  if ('steps' in block) return block.steps;
  if ('list' in block) return block.list;
  return [block.picture.alt];
};

/** The whole text of a topic, for the search. */
export const plainText = ({ title, blocks }: Topic) =>
  [title, ...blocks.flatMap(textOf)].join(' ').replaceAll('**', '');
