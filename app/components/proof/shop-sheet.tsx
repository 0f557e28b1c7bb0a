/** An account's deliveries as its customer sees them: the open ones, and those of the last days. */
import { useContext } from 'react';
import { useLocation } from '@remix-run/react';
import { PageContext } from '~/components/page/page-context';
import type { ShopDelivery, ShopPage } from '~/domain/tasks/model/expected';
import { factLabel } from '~/domain/tasks/model/facts';
import { customer as words } from '~/words/en/customer';
import { link } from '~/words/en/link';
import { asWritten } from '~/words/words';
import { FreshScript } from './expected-sheet';
import * as css from './proof.css';

export const shopTitle = ({ name }: Pick<ShopPage, 'name'>) => `${words.deliveries}: ${name}`;

/** The address of this page with other parameters. The confirmation of a sent line is left out. */
export function changed(search: string, params: Record<string, string | null>): string {
  const all = new URLSearchParams(search);
  all.delete('sent');
  for (const [name, value] of Object.entries(params)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return `?${String(all)}`;
}

export function ShopSheet({ shop: { name, company, asOf, open, days } }: { shop: ShopPage }) {
  const { search } = useLocation();
  return (
    <article className={css.sheet}>
      <header className={css.head}>
        <h1>
          {words.deliveries}: <span {...asWritten()}>{name}</span>
        </h1>
        {company && <p {...asWritten()}>{company}</p>}
      </header>
      <div className={css.groups} data-fresh="deliveries" aria-live="polite">
        <List deliveries={open} />
        {open.length === 0 && <p>{link.noneOpen}</p>}
        {days.map(({ day, title, deliveries }) => (
          <section key={day} className={css.groups}>
            <div className={css.day}>
              <h2>{title}</h2>
              <a href={changed(search, { day })}>{words.print}</a>
            </div>
            <List deliveries={deliveries} />
          </section>
        ))}
      </div>
      <p className={css.label}>{link.openOne}</p>
      <p className={css.label}>
        <span data-fresh="as of">{link.asOf(asOf)}</span> <noscript>{link.loadAgain}</noscript>
      </p>
      <FreshScript />
    </article>
  );
}

function List({ deliveries }: { deliveries: ShopDelivery[] }) {
  const { search } = useLocation();
  return (
    <ol className={css.facts}>
      {deliveries.map(({ key, address, invoiceNumber, sentence }) => (
        <li key={key} className={css.delivery}>
          <a href={changed(search, { delivery: key })} className={css.where}>
            {sentence}
          </a>
          <span>
            {invoiceNumber && (
              <>
                {factLabel('invoice_number')} <span {...asWritten()}>{invoiceNumber}</span> ·{' '}
              </>
            )}
            <span {...asWritten()}>{address}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The button is shown where scripts run: without them people use the browser's own menu. */
const SCRIPT = `
const button = document.querySelector('[data-print]');
button.hidden = false;
button.addEventListener('click', () => print());
`;

export function PrintScript() {
  const { nonce } = useContext(PageContext);
  return (
    <>
      <button type="button" data-print hidden className={css.print}>
        {words.print}
      </button>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} />
    </>
  );
}
