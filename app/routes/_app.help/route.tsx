import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { requireActor } from '~/http/session.server';
import { guideFor, markedPieces, matching, wordsOf } from '~/routes/_app.help/guide/index';
import { Button, LinkButton } from '~/ui/button';
import { PrintButton } from '~/ui/print-button';
import { Card } from '~/ui/card';
import { Field, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import * as css from './help.css';
import { may, mayAll } from '~/domain/kernel/permissions';
import { ClearSearch } from '~/ui/clear-search';
import { EmptyState } from '~/ui/banner';
import type { Block, Section, Topic } from '~/routes/_app.help/guide/blocks';
import sizes from '~/routes/_app.help/guide/pictures.json';
import { driversGuide, guide } from '~/words/en/guide';
import { asWritten } from '~/words/words';

export const meta: MetaFunction = () => [{ title: guide.title }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { searchParams } = new URL(request.url);
  return {
    reader: { hasBoard: may(actor, 'readBoard'), isAdmin: mayAll(actor, 'manageUsers') },
    query: searchParams.get('q') ?? '',
    isPrint: searchParams.has('print'),
  };
}

export default function Help() {
  const { reader, query: sent, isPrint } = useLoaderData<typeof loader>();
  const [query, setQuery] = useState(sent);
  const words = wordsOf(query);
  const aim = useLocation().hash.slice(1);
  useEffect(() => {
    // The element has no position before it is unfolded.
    if (aim) document.getElementById(aim)?.scrollIntoView();
  }, [aim]);
  const sections = matching(guideFor(reader), words);
  const found = sections.reduce((sum, { topics }) => sum + topics.length, 0);
  return (
    <div className={css.page}>
      <Card
        title={guide.heading}
        level={1}
        actions={
          <Inline className={css.actions}>
            {!isPrint && <LinkButton to="/help/api">API</LinkButton>}
            <PrintLink isPrint={isPrint} />
          </Inline>
        }
      >
        <Stack gap={4} className={css.sections}>
          {!isPrint && <SearchBox query={query} onQuery={setQuery} found={words.length > 0 ? found : null} />}
          {sections.map((section, index) => (
            <GuideSection
              key={section.id}
              section={section}
              words={words}
              isUnfolded={isPrint || words.length > 0}
              isFirst={index === 0}
              aim={aim}
            />
          ))}
          {found === 0 && (
            <EmptyState action={<ClearSearch to="/help" searchId="guide-search" />}>
              {guide.noMatch(query.trim())}
            </EmptyState>
          )}
        </Stack>
      </Card>
    </div>
  );
}

type Props = {
  query: string;
  onQuery: (query: string) => void;
  /** The number of matching topics; null without a search. */
  found: number | null;
};

/** A GET form. With JavaScript the guides are filtered during typing. */
function SearchBox({ query, onQuery, found }: Props) {
  return (
    <Form action="/help" role="search" className={css.search} replace preventScrollReset>
      <Field label={guide.searchLabel} name="q" id="guide-search">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={query}
            autoComplete="off"
            onChange={({ target }) => {
              onQuery(target.value);
            }}
          />
        )}
      </Field>
      <Button>{guide.search}</Button>
      <p role="status" className={css.found}>
        {found !== null && guide.found(found)}
      </p>
    </Form>
  );
}

/** The view for printing has all topics open. Without JavaScript the browser's own menu prints it. */
function PrintLink({ isPrint }: { isPrint: boolean }) {
  if (!isPrint) return <LinkButton to="/help?print=1">{guide.print}</LinkButton>;
  return (
    <Inline>
      <LinkButton to="/help">{guide.back}</LinkButton>
      <PrintButton />
    </Inline>
  );
}

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

type FoldProps = {
  id: string;
  className: string;
  isOpen: boolean;
  /** Set for a part in another language than the page. */
  lang?: string;
  children: ReactNode;
};

/** A part that folds. It works without JavaScript too. */
function Fold({ id, className, isOpen, children, ...spoken }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // A search or a matching address opens it. Otherwise the reader decides.
  useEffect(() => {
    if (details.current) details.current.open = isOpen;
  }, [isOpen]);
  return (
    <details ref={details} id={id} className={className} open={isOpen} {...spoken} suppressHydrationWarning>
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

type SectionProps = {
  section: Section;
  words: string[];
  /** Opens it with all its topics, for a search and for paper. */
  isUnfolded: boolean;
  /** True for the part about the reader's own role. */
  isFirst: boolean;
  /** The id after the # of the address. */
  aim: string;
};

function GuideSection({ section, words, isUnfolded, isFirst, aim }: SectionProps) {
  const { id, title, intro, topics } = section;
  const isAimedAt = [section, ...topics].some((each) => each.id === aim);
  return (
    <Fold
      id={id}
      className={css.section}
      isOpen={isUnfolded || isFirst || isAimedAt}
      {...(id !== driversGuide.section.id && asWritten())}
    >
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
