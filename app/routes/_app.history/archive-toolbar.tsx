/** Search and day in a plain GET form, which submits itself with JavaScript. */
import { Form } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { isDay } from '~/domain/kernel/time';
import { historyPath, readHistoryView } from '~/components/history/history-links';
import { Button, LinkButton } from '~/ui/button';
import { DateInput } from '~/ui/date-input';
import { addDays } from '~/ui/days';
import { Input } from '~/ui/field';
import { useAimedSearch } from '~/ui/use-aimed-search';
import { useDelayedSubmit } from '~/ui/use-delayed-submit';
import * as css from './history.css';

export const SEARCH_ID = 'history-search';
const DEBOUNCE_MS = 250;
/** Earlier than any archived task. */
const FIRST_DAY = '2000-01-01';

export function ArchiveToolbar({ today }: { today: string }) {
  const view = readHistoryView(useAimedSearch());
  const date = view.date ?? today;
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { sendAfter, cancel } = useDelayedSubmit(form);
  const [chosen, choose] = useState(date);
  useEffect(() => {
    choose(date);
  }, [date]);
  useEffect(() => {
    // The box follows the address (Back, Show all), but not during typing.
    if (search.current && search.current !== document.activeElement) search.current.value = view.search;
  }, [view.search]);

  const send = () => {
    sendAfter(DEBOUNCE_MS);
  };
  const step = (days: number) =>
    historyPath({ ...view, date: addDays(isDay(date) ? date : today, days), page: 1 });
  return (
    <Form ref={form} action="/history" role="search" className={css.toolbar} onSubmit={cancel}>
      <div className={css.searchBox}>
        <Input
          ref={search}
          id={SEARCH_ID}
          type="search"
          name="q"
          defaultValue={view.search}
          placeholder="Search by driver or account..."
          aria-label="Search by driver or account"
          autoComplete="off"
          maxLength={100}
          onChange={send}
        />
      </div>
      {view.driverId !== null && <input type="hidden" name="driver" value={view.driverId} />}
      <div className={css.day}>
        <LinkButton to={step(-1)} preventScrollReset aria-label="Previous day">
          <span aria-hidden="true">‹</span>
        </LinkButton>
        <DateInput
          name="date"
          aria-label="Day"
          value={isDay(chosen) ? chosen : ''}
          min={FIRST_DAY}
          today={today}
          onChoose={(day) => {
            choose(day);
            if (isDay(day) && day >= FIRST_DAY) send();
          }}
        />
        <LinkButton to={step(1)} preventScrollReset aria-label="Next day">
          <span aria-hidden="true">›</span>
        </LinkButton>
      </div>
      {date !== today && (
        <LinkButton to={historyPath({ ...view, date: null, page: 1 })} preventScrollReset>
          Today
        </LinkButton>
      )}
      {!hydrated && <Button>Show</Button>}
    </Form>
  );
}
