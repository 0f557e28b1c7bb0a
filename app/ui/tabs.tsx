import { Link } from '@remix-run/react';
import * as css from './tabs.css';

type Tab = { to: string; label: string; count?: number; current: boolean };

/** Tabs that are links. Each has an address. */
export function LinkTabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className={css.tabs}>
      {tabs.map(({ to, label: name, count, current }) => (
        <Link
          key={to}
          to={to}
          className={css.tab}
          aria-current={current ? 'page' : undefined}
          preventScrollReset
          replace
        >
          <span className={css.name} data-name={name}>
            {name}
          </span>
          {count !== undefined && <span className={css.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
