import { hasTyped } from '~/forms/typed';
import { Banner } from '~/ui/banner';
import { ENDED, PART } from './page-parts';

type Props = {
  /** True when the browser still sends a session token. */
  ended: boolean;
  /** The input of a form that was sent after its session had ended, as JSON. */
  draft: string;
};

/** Says why the person has to sign in again, and that nothing is lost. Only the browser knows its drafts. */
export function SessionEnded({ ended, draft }: Props) {
  const isTyped = isTypedIn(draft);
  return (
    <>
      {(ended || isTyped) && (
        <div id={ENDED}>
          <Banner>Your session has ended.{isTyped && KEPT}</Banner>
        </div>
      )}
      <template id={PART.keptTyped}>
        <Banner>Your session has ended.{KEPT}</Banner>
      </template>
    </>
  );
}

const KEPT = ' What you typed was kept.';

function isTypedIn(draft: string): boolean {
  try {
    return hasTyped(JSON.parse(draft || '{}') as Record<string, string[]>);
  } catch {
    return false;
  }
}
