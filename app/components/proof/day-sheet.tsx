/** The deliveries to an account on one day, with signatures and photos, for paper. */
import type { ReactNode } from 'react';
import type { AccountDay } from '~/domain/customers/links/proof';
import { customer as words } from '~/words/en/customer';
import { asWritten } from '~/words/words';
import { ProofBody } from './proof-sheet';
import * as css from './proof.css';

export const dayTitle = ({ name, title }: Pick<AccountDay, 'name' | 'title'>) =>
  `${words.deliveries}: ${name}, ${title}`;

type Props = {
  day: AccountDay;
  /** At the right of the head. */ children?: ReactNode;
};

export function DaySheet({ day: { name, company, title, proofs }, children }: Props) {
  return (
    <article className={css.sheet}>
      <header className={css.head}>
        <h1>
          {words.deliveries}: <span {...asWritten()}>{name}</span>, {title}
        </h1>
        {company && <p {...asWritten()}>{company}</p>}
        {children}
      </header>
      {proofs.length === 0 && <p>{words.noDeliveries}</p>}
      {proofs.map((proof, index) => (
        <section key={index} className={css.groups}>
          <ProofBody proof={proof} />
        </section>
      ))}
    </article>
  );
}
