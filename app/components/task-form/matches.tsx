import { Button } from '~/ui/button';
import type { Matches } from './buttons.server';
import * as css from './task-form.css';

/** What Find has found, each a button that fills it in. */
export function MatchList({ matches }: { matches: Matches }) {
  return (
    <div className={css.matches} role="status">
      {matches.choices.length === 0 && <p>No accounts found.</p>}
      {matches.choices.map(({ value, label }) => (
        <Button key={value} name="intent" value={value} formNoValidate>
          {label}
        </Button>
      ))}
    </div>
  );
}
