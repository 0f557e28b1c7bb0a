import { Form, useNavigation } from '@remix-run/react';
import { KeptFields } from '~/forms/view-params';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/field';
import { Inline } from '~/ui/layout';
import { order as words } from '~/words/en/order';
import { FOR, type RoutePanelData } from './panel';

type FormProps = {
  panel: RoutePanelData;
  suggestTo: string;
  size: 'dense' | 'touch';
  /** Leaves out the choice to return. */
  isShort?: boolean;
};

/** A GET form, so that a suggestion has an address and Back leaves it. */
export function SuggestForm({ panel, suggestTo, size, isShort = false }: FormProps) {
  const { available, activeCount, comesBack, suggestion } = panel;
  const { state, location, formMethod } = useNavigation();
  const isLooking = state === 'loading' && formMethod === 'GET' && location.search.includes('suggest=');
  const [path = '', search = ''] = suggestTo.split('?');
  return (
    <Form method="get" action={path} preventScrollReset replace>
      <KeptFields search={search} />
      <input type="hidden" name={FOR} value={panel.tasksKey} />
      <Inline>
        <Button
          size={size}
          variant={suggestion || isShort ? 'secondary' : 'primary'}
          disabled={!available}
          pending={isLooking && words.looking}
        >
          {activeCount === 1 ? words.show : words.suggest}
        </Button>
        {!isShort && (
          <Checkbox
            key={String(comesBack)}
            label={words.comeBack}
            name="return"
            value="1"
            defaultChecked={comesBack}
            disabled={!available}
          />
        )}
      </Inline>
    </Form>
  );
}
