import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { requireActor } from '~/http/session.server';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { ClearSearch } from '~/ui/clear-search';
import { EmptyState } from '~/ui/empty';
import { Inline, Stack } from '~/ui/layout';
import { guideFor } from './guide';
import { matching, wordsOf } from './guide/search';
import * as css from './help.css';
import { PrintLink } from './print-link';
import { SearchBox } from './search-box';
import { GuideSection } from './section';

export const meta: MetaFunction = () => [{ title: 'User Guides · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { roles } = await requireActor(request);
  const { searchParams } = new URL(request.url);
  return { roles, query: searchParams.get('q') ?? '', isPrint: searchParams.has('print') };
}

export default function Help() {
  const { roles, query: sent, isPrint } = useLoaderData<typeof loader>();
  const [query, setQuery] = useState(sent);
  const words = wordsOf(query);
  const sections = matching(guideFor({ roles }), words);
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
        <Stack gap={4}>
          {!isPrint && <SearchBox query={query} onQuery={setQuery} found={words.length > 0 ? found : null} />}
          {sections.map((section) => (
            <GuideSection
              key={section.id}
              section={section}
              words={words}
              isOpen={isPrint || words.length > 0}
            />
          ))}
          {found === 0 && (
            <EmptyState action={<ClearSearch to="/help" searchId="guide-search" />}>
              Nothing in the guides has all of “{query.trim()}”
            </EmptyState>
          )}
        </Stack>
      </Card>
    </div>
  );
}
