/** An account's deliveries on one day, as its customer sees them. */
import type { AccountDay } from '~/domain/tasks/model/expected';
import { wordsOf } from './expected-sheet';
import { FreshScript } from './fresh-script';
import * as css from './proof.css';

export const dayTitle = 'Deliveries';

export function DaySheet({ day: { name, company, asOf, deliveries } }: { day: AccountDay }) {
  return (
    <article className={css.sheet}>
      <header className={css.head}>
        <h1>
          {dayTitle}: {name}
        </h1>
        {company && <p>{company}</p>}
      </header>
      <ol className={css.facts} data-fresh="deliveries" aria-live="polite">
        {deliveries.map((delivery, index) => (
          <li key={index} className={css.fact}>
            <strong>
              {delivery.expected ? wordsOf(delivery.expected)[0] : `Delivered ${delivery.completedAt ?? ''}`}
            </strong>
            <span>
              {delivery.invoiceNumber && <>Invoice # {delivery.invoiceNumber} · </>}
              {delivery.address}
              {delivery.signedBy && <> · Signed by {delivery.signedBy}</>}
            </span>
          </li>
        ))}
        {deliveries.length === 0 && <li>No deliveries today.</li>}
      </ol>
      <p className={css.label}>
        <span data-fresh="as of">As of {asOf}.</span> <noscript>Load this page again for news.</noscript>
      </p>
      <FreshScript />
    </article>
  );
}
