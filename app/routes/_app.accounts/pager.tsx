import { useLocation } from '@remix-run/react';
import { PAGE_SIZE } from '~/domain/accounts/filter';
import type { AccountsPage } from '~/domain/accounts/page.server';
import { accountsPath } from '~/components/accounts/view';
import { LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import * as css from './accounts.css';

export type Found = Omit<AccountsPage, 'totals'>;

const shown = (count: number) => count.toLocaleString('en-US');

/** Which part of what was found is shown, and the ways to the others. */
export function Pager({ found: { rows, matching, page } }: { found: Found }) {
  const { search } = useLocation();
  const last = Math.ceil(matching / PAGE_SIZE);
  const first = (page - 1) * PAGE_SIZE + 1;
  const steps = [
    { label: 'First', to: 1 },
    { label: 'Previous', to: page - 1 },
    { label: 'Next', to: page + 1 },
    { label: 'Last', to: last },
  ];
  return (
    <div className={css.pager}>
      <p role="status">
        Showing {shown(first)}–{shown(first + rows.length - 1)} of {shown(matching)}
      </p>
      {last > 1 && (
        <nav aria-label="Pages of accounts">
          <Inline gap={1}>
            {steps.map(({ label, to }) =>
              to >= 1 && to <= last && to !== page ? (
                <LinkButton key={label} to={accountsPath(search, { page: to === 1 ? null : String(to) })}>
                  {label}
                </LinkButton>
              ) : (
                <span key={label} className={css.noStep} aria-hidden="true">
                  {label}
                </span>
              ),
            )}
          </Inline>
        </nav>
      )}
    </div>
  );
}
