import { useContext } from 'react';
import { PageContext } from '~/components/page/page-context';

/**
 * Asks every minute while the page is visible, and replaces only parts that have changed, so that it does not disturb
 * typing or a screen reader. When the answer is another page, such as the proof, it loads that page. It leaves out the
 * head, because the styles there have the nonce of another answer, which this page's policy refuses.
 */
const SCRIPT = `
const look = async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = await answer.text();
  const now = new DOMParser().parseFromString(page.slice(page.indexOf('<body')), 'text/html');
  for (const old of document.querySelectorAll('[data-fresh]')) {
    const fresh = now.querySelector('[data-fresh="' + old.dataset.fresh + '"]');
    if (!fresh) return location.reload();
    if (fresh.textContent !== old.textContent) old.replaceChildren(...fresh.childNodes);
  }
};
const again = () => look().catch(() => undefined);
setInterval(again, 60000);
document.addEventListener('visibilitychange', again);
`;

export function FreshScript() {
  const { nonce } = useContext(PageContext);
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
