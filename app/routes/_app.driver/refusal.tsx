import { useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { Answered } from '~/forms/unreachable';
import { refusalOf } from '~/components/route-panel/panel';
import { Banner } from '~/ui/banner';
import { useToast } from '~/ui/toast';
import * as css from './driver.css';

const NOTHING_TO_ARCHIVE = 'You have no completed tasks to archive';

/** The refusal of an action, as a toast. Before hydration, and when the server can't be reached, it is in the page. */
export function Refusal() {
  const given = useActionData<Answered>();
  // The panel shows its own refusals.
  const answer = refusalOf(given) === null ? given : undefined;
  const isPending = useNavigation().state === 'submitting';
  const hydrated = useHydrated();
  const [dismissed, setDismissed] = useState<Answered>();
  const show = useToast();
  const description = answer && (answer.problem?.error ?? 'Failed to update tasks');
  const title = description === NOTHING_TO_ARCHIVE ? 'No Completed Tasks' : 'Error';
  const isStaying = !hydrated || Boolean(answer?.unreachable);

  const say = useRef<() => void>();
  say.current = () => {
    if (description && !isStaying) show({ title, description, tone: 'destructive' });
  };
  useEffect(() => {
    say.current?.(); // shown once for each answer
  }, [answer]);

  if (!description || !isStaying || isPending || dismissed === answer) return null;
  return (
    <div className={hydrated ? css.floating : undefined}>
      <Banner tone="error" title={title}>
        {description}
      </Banner>
      {hydrated && (
        <button
          type="button"
          className={css.dismiss}
          aria-label="Dismiss"
          onClick={() => {
            setDismissed(answer);
          }}
        >
          ×
        </button>
      )}
    </div>
  );
}
