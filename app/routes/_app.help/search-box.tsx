import { Form } from '@remix-run/react';
import { Button } from '~/ui/button';
import { Field, Input } from '~/ui/field';
import * as css from './help.css';

type Props = {
  query: string;
  onQuery: (query: string) => void;
  /** How many topics match; null without a search. */
  found: number | null;
};

/** A GET form; with JavaScript the guides are filtered while somebody types. */
export function SearchBox({ query, onQuery, found }: Props) {
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
