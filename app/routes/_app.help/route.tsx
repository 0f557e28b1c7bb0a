import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { requireActor } from '~/http/session.server';
import { guideFor, matching, wordsOf } from '~/routes/_app.help/guide/index';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { ClearSearch } from '~/ui/clear-search';
import { EmptyState } from '~/ui/empty';
import { Field, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { PrintButton } from '~/ui/print-button';
import { GuideSection } from './guide-text';
import * as css from './help.css';
import { may, mayAll } from '~/domain/kernel/permissions';

export const meta: MetaFunction = () => [{ title: 'User Guides · Parts Dispatch' }];

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
        title="User Guides"
        level={1}
        actions={
          <Inline>
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
              No topics match “{query.trim()}”
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
      <Field label="Search the guides" name="q" id="guide-search">
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
      <Button>Search</Button>
      <p role="status" className={css.found}>
        {found !== null && (found === 1 ? '1 topic found' : `${String(found)} topics found`)}
      </p>
    </Form>
  );
}

/** The view for printing has all topics open. Without JavaScript the browser's own menu prints it. */
function PrintLink({ isPrint }: { isPrint: boolean }) {
  if (!isPrint) return <LinkButton to="/help?print=1">Print view</LinkButton>;
  return (
    <Inline>
      <LinkButton to="/help">Back to the guides</LinkButton>
      <PrintButton />
    </Inline>
  );
}
