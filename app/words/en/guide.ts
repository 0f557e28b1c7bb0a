/** The page of the user guides. */
import { part } from '~/words/words';

export const guide = part('words:guide', ({ plural }) => ({
  heading: 'User Guides',
  noMatch: (query: string) => `No topics match “${query}”`,
  searchLabel: 'Search the guides',
  search: 'Search',
  found: (count: number) => `${count} ${plural(count, { one: 'topic', other: 'topics' })} found`,
  print: 'Print view',
  back: 'Back to the guides',
}));

type Block =
  | { text: string }
  | { steps: string[] }
  | { list: string[] }
  | { picture: { file: 'driver.webp'; alt: string } };
type Section = {
  id: string;
  title: string;
  intro: string;
  topics: { id: string; title: string; blocks: Block[] }[];
};
/** Null for English, which is in `routes/_app.help/guide/drivers.ts`. */
export type DriversGuide = { section: Section | null };

/** Other languages have the guide for drivers here. */
export const driversGuide = part('words:driversGuide', (): DriversGuide => ({ section: null }));
