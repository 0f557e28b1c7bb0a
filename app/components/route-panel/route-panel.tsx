/** Route Optimization: a suggested order of stops, and applying it. Its state is the page's address. */
import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { NO_ACTIVE_TASKS, NOT_AVAILABLE } from '~/domain/routing/texts';
import { Banner } from '~/ui/banner';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { APPLY, refusalOf } from './apply-refusal';
import type { RoutePanelData } from './panel';
import * as css from './route-panel.css';
import { SuggestForm } from './suggest-form';
import { SuggestedOrder } from './suggested-order';

type Props = {
  panel: RoutePanelData;
  driverName: string;
  /** The page with a suggestion on it. */
  suggestTo: string;
  size?: 'dense' | 'thumb';
  /** What else may be done with a suggestion. */
  children?: ReactNode;
};

export function RoutePanel({ panel, driverName, suggestTo, size = 'dense', children }: Props) {
  const { available, activeCount, suggestion } = panel;
  const refusal = refusalOf(useAnswer());
  const isApplying = useNavigation().formData?.get('intent') === APPLY;
  const error = isApplying ? null : (refusal ?? panel.error);
  return (
    <details className={css.panel} open={suggestion !== null || error !== null}>
      <summary className={css.summary}>
        <h3>Route Optimization</h3>
      </summary>
      <Stack gap={3}>
        {activeCount === 0 ? (
          <p>{NO_ACTIVE_TASKS}</p>
        ) : (
          <SuggestForm panel={panel} suggestTo={suggestTo} size={size} />
        )}
        {!available && <p>{NOT_AVAILABLE}</p>}
        {error && <Banner tone="error">{error}</Banner>}
        {suggestion && activeCount > 0 && (
          <SuggestedOrder panel={panel} suggestion={suggestion} driverName={driverName} size={size}>
            {children}
          </SuggestedOrder>
        )}
      </Stack>
    </details>
  );
}
