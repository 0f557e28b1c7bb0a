/** Shows the customer where a task is that is not completed yet. It contains nothing about other customers. */
import { useContext } from 'react';
import { PageContext } from '~/components/page/page-context';
import { LONGEST_LINE, type Expected } from '~/domain/tasks/model/expected';
import { factLabel } from '~/domain/tasks/model/facts';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import { link as words } from '~/words/en/link';
import { asWritten } from '~/words/words';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { InputField } from '~/ui/field';
import * as css from './proof.css';

export const expectedTitle = ({ type }: Pick<Expected, 'type'>) => TYPE_LABELS[type];

type Props = {
  expected: Expected;
  /** The customer's message to the office. `refusal`: the reason why it was not sent. */
  line: { isSent: boolean; given: string; refusal: string | null };
};

export function ExpectedSheet({ expected, line }: Props) {
  const { location, address, invoiceNumber, company, dealership, sentence, distance, asOf } = expected;
  const sender = [company, dealership].filter(Boolean).join(' · ');
  return (
    <article className={css.sheet}>
      <header className={css.head}>
        <h1 data-fresh="title" aria-live="polite">
          {sentence}
        </h1>
        {sender && <p {...asWritten()}>{sender}</p>}
      </header>
      <p data-fresh="text" aria-live="polite">
        {noteOf(expected)}
        {distance && ` ${distance}`}
      </p>
      <dl className={css.facts}>
        <div className={css.fact}>
          <dt className={css.label}>{expectedTitle(expected)}</dt>
          <dd {...asWritten()}>
            {location}
            {address && <div>{address}</div>}
          </dd>
        </div>
        {invoiceNumber && (
          <div className={css.fact}>
            <dt className={css.label}>{factLabel('invoice_number')}</dt>
            <dd {...asWritten()}>{invoiceNumber}</dd>
          </div>
        )}
      </dl>
      <p className={css.label}>
        <span data-fresh="as of">{words.asOf(asOf)}</span> <noscript>{words.loadAgain}</noscript>
      </p>
      <LineForm {...line} />
      <FreshScript />
    </article>
  );
}

function LineForm({ isSent, given, refusal }: Props['line']) {
  return (
    <form method="post" className={css.line}>
      {isSent && <Banner tone="success">{words.lineSent}</Banner>}
      <InputField
        label={words.line}
        name="line"
        id="line"
        maxLength={LONGEST_LINE}
        hint={words.lineHint}
        errors={refusal === null ? undefined : [refusal]}
        defaultValue={given}
        required
        autoComplete="off"
      />
      <Button type="submit" size="form">
        {words.send}
      </Button>
    </form>
  );
}

function noteOf({ state, place }: Expected): string {
  if (state === 'failed') return words.failedWhy;
  if (state === 'arrived' || state === 'on the way') return '';
  if (state !== 'in line' || place === null) return words.notSetOut;
  return place === 1 ? words.noneBefore : words.stopsBefore(place - 1);
}

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
