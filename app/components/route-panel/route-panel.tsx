/** Route Optimization: suggests an order of stops and applies it. The page's address has its state. */
import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { KeptFields } from '~/forms/view-params';
import { Banner } from '~/ui/banner';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/field';
import { lazyOr, ServedFirst } from '~/ui/lazy-or';
import { order as words } from '~/words/en/order';
import { APPLY, FOR, refusalOf, type RoutePanelData } from './panel';
import * as css from './route-panel.css';

const SuggestedOrder = lazyOr(
  () => import('./suggested-order'),
  () => <Banner tone="error">{words.notShown}</Banner>,
);

type Props = {
  panel: RoutePanelData;
  driverName: string;
  /** The path of the page with a suggestion. */
  suggestTo: string;
  size?: 'dense' | 'touch';
  /** More buttons beside a suggestion. */
  children?: ReactNode;
};

export function RoutePanel({ panel, driverName, suggestTo, size = 'dense', children }: Props) {
  const { available, activeCount, suggestion, discarded } = panel;
  const refusal = refusalOf(useAnswer());
  const isApplying = useNavigation().formData?.get('intent') === APPLY;
  const error = isApplying ? null : (refusal ?? panel.error);
  // On a phone the suggestion is at the top.
  const isTouch = size === 'touch';
  const form =
    activeCount === 0 ? (
      <p>{words.noActive}</p>
    ) : (
      <SuggestForm panel={panel} suggestTo={suggestTo} size={size} />
    );
  return (
    <details className={css.panel} open={suggestion !== null || error !== null || discarded}>
      <summary className={css.summary}>
        <h3>
          {words.optimizationStart}
          <span>{words.optimizationEnd}</span>
        </h3>
      </summary>
      <Stack gap={3}>
        {!isTouch && form}
        {!available && <p>{words.notAvailable}</p>}
        {error && <Banner tone="error">{error}</Banner>}
        {discarded && <p role="status">{words.discarded}</p>}
        {suggestion && activeCount > 0 && (
          <ServedFirst>
            <SuggestedOrder panel={panel} suggestion={suggestion} driverName={driverName} size={size}>
              {children}
            </SuggestedOrder>
          </ServedFirst>
        )}
        {isTouch && form}
      </Stack>
    </details>
  );
}

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
