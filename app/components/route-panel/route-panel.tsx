/** Route Optimization: suggests an order of stops and applies it. The page's address has its state. */
import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Banner } from '~/ui/banner';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { ServedFirst } from '~/components/page/served-first';
import { lazyOr } from '~/ui/lazy-or';
import { suggestion as words } from '~/words/en/order';
import { APPLY, refusedOrder, type RoutePanelData, SIGNED_OUT } from './panel';
import { SuggestForm } from './suggest-form';
import * as css from './route-panel.css';

/** The sentence, if applying an order was refused. */
function refusalOf(answer: unknown): string | null {
  const refused = refusedOrder(answer);
  if (!refused) return null;
  const message = refused.problem?.error ?? refused.lastResult.error?.taskIds?.[0] ?? '';
  if (message.includes(SIGNED_OUT)) return words.expired;
  return message === '' ? words.applyFailed : message;
}

const SuggestedOrder = lazyOr(() => import('./suggested-order'));

export type RoutePanelProps = {
  panel: RoutePanelData;
  driverName: string;
  /** The path of the page with a suggestion. */
  suggestTo: string;
  size?: 'dense' | 'touch';
  /** More buttons beside a suggestion. */
  children?: ReactNode;
};

export function RoutePanel({ panel, driverName, suggestTo, size = 'dense', children }: RoutePanelProps) {
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
          <ServedFirst needsSheet>
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
