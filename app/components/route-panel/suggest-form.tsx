import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/field';
import { Inline } from '~/ui/layout';
import type { RoutePanelData } from './panel';

type Props = { panel: RoutePanelData; suggestTo: string; size: 'dense' | 'thumb' };

/** A GET form: a suggestion has an address of its own, and Back leads away from it. */
export function SuggestForm({ panel, suggestTo, size }: Props) {
  const { available, activeCount, comesBack, suggestion } = panel;
  const { state, location, formMethod } = useNavigation();
  const isLooking = state === 'loading' && formMethod === 'GET' && location.search.includes('suggest=');
  const [path = '', search = ''] = suggestTo.split('?');
  return (
    <Form method="get" action={path} preventScrollReset replace>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Inline>
        <Button
          size={size}
          variant={suggestion ? 'secondary' : 'primary'}
          disabled={!available}
          pending={isLooking && 'Looking for a route...'}
        >
          {activeCount === 1 ? 'Show Route' : 'Suggest Route'}
        </Button>
        <Checkbox
          key={String(comesBack)}
          label="Return to the dealership"
          name="return"
          value="1"
          defaultChecked={comesBack}
          disabled={!available}
        />
      </Inline>
    </Form>
  );
}
