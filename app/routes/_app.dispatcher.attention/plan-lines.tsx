/** Problems that a plan could solve, each with a link to the plan. */
import type { Suggestion } from '~/domain/scheduling/day-plans/board.server';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Stack } from '~/ui/layout';
import * as css from './plan-lines.css';

const MOST_IN_ADDRESS = 100;
/** More drivers would push the tasks out of sight. */
const MOST_DRIVERS = 3;

export function PlanLines({ suggestions }: { suggestions: Suggestion[] }) {
  if (suggestions.length === 0) return null;
  const offDuty = suggestions.filter(({ driver }) => driver !== null);
  const folded = offDuty.length > MOST_DRIVERS ? offDuty : [];
  return (
    <Banner>
      <Stack gap={1}>
        <Lines suggestions={suggestions.filter((each) => !folded.includes(each))} />
        {folded.length > 0 && (
          <details>
            <summary className={css.summary}>
              {folded.length} drivers are off duty, with{' '}
              {folded.reduce((sum, { taskIds }) => sum + taskIds.length, 0)} tasks
            </summary>
            <Lines suggestions={folded} />
          </details>
        )}
      </Stack>
    </Banner>
  );
}

const Lines = ({ suggestions }: { suggestions: Suggestion[] }) => (
  <ul className={css.lines}>
    {suggestions.map(({ kind, driver, taskIds }) => (
      <li key={`${kind} ${String(driver?.id)}`} className={css.line}>
        <strong>{titleOf(kind, driver?.name ?? '', taskIds.length)}</strong>
        <LinkButton
          to={
            driver
              ? `/dispatcher/plan?give=${String(driver.id)}`
              : `/dispatcher/plan?tasks=${taskIds.slice(0, MOST_IN_ADDRESS).join()}`
          }
        >
          {driver ? `Give ${them(taskIds)} to the Others` : `Plan ${them(taskIds)}`}
        </LinkButton>
      </li>
    ))}
  </ul>
);

const them = (taskIds: number[]) => (taskIds.length === 1 ? 'It' : 'Them');

function titleOf(kind: Suggestion['kind'], name: string, count: number): string {
  const tasks = count === 1 ? '1 task' : `${String(count)} tasks`;
  if (kind === 'off-duty') return `${name} is off duty, with ${tasks}.`;
  if (kind === 'late') return `${tasks} will likely be late.`;
  if (kind === 'failed') return `${tasks} could not be completed.`;
  return count === 1 ? '1 urgent task has no driver.' : `${String(count)} urgent tasks have no driver.`;
}
