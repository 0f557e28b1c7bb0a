/** What a guide is made of. In texts, **two asterisks** enclose what stands on the screen. */

export type Picture = { file: string; alt: string; width: number; height: number };
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
