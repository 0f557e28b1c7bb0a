/** What a guide is made of. In texts, **two asterisks** enclose what stands on the screen. */
import type sizes from './pictures.json';

/** Made by `npm run pictures`, as is the list of their sizes. */
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

/** All that can be read in it, for the search. */
export const plainText = ({ title, blocks }: Topic) =>
  [title, ...blocks.flatMap(textOf)].join(' ').replaceAll('**', '');
