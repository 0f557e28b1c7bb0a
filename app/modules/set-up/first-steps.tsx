import { Link } from '@remix-run/react';
import type { FirstSteps as Steps } from './setup.server';
import * as icon from '~/ui/icon.css';
import { VisuallyHidden } from '~/ui/layout';
import * as css from './first-steps.css';

const STEPS = [
  {
    done: 'dealerships',
    to: '/settings/dealerships',
    label: 'Enter the dealerships’ addresses',
    text: 'Routes start from these addresses.',
    forAdmin: true,
  },
  {
    done: 'drivers',
    to: '/settings/users',
    label: 'Add drivers and dispatchers',
    text: 'A driver needs a name and a phone number or email.',
    forAdmin: true,
  },
  {
    done: 'accounts',
    to: '/accounts',
    label: 'Add accounts',
    text: 'The shops, vendors and dealerships you deliver to. A CSV file can be imported.',
    forAdmin: false,
  },
  {
    done: null,
    to: '/dispatcher/tasks/new',
    label: 'Create the first task',
    text: 'A delivery, pickup or transfer.',
    forAdmin: false,
  },
] as const;

/** Many networks set these up next. */
const LATER = [
  {
    to: '/dispatcher/runs',
    label: 'Runs',
    text: 'departures that tasks join until a cut-off.',
    forAdmin: false,
  },
  {
    to: '/settings/sources',
    label: 'Sources',
    text: 'your system’s invoices become orders when they are printed, saved or mailed.',
    forAdmin: true,
  },
] as const;

/** Shown on the board until the network has had a task. */
export function FirstSteps({ steps }: { steps: Steps }) {
  return (
    <section aria-labelledby="first-steps" className={css.box}>
      <h3 id="first-steps">Four steps to your first delivery</h3>
      <ol className={css.list}>
        {STEPS.map(({ done, to, label, text, forAdmin }, index) => {
          const isDone = done !== null && steps[done];
          return (
            <li key={to} className={css.step}>
              <span className={isDone ? css.done : css.number} aria-hidden>
                {isDone ? <span className={icon.check} /> : index + 1}
              </span>
              <span>
                {forAdmin && !steps.isAdmin ? <strong>{label}</strong> : <Link to={to}>{label}</Link>}
                <VisuallyHidden>{isDone ? ' (done)' : ' (to do)'}</VisuallyHidden>
                <span className={css.text}>
                  {text}
                  {forAdmin && !steps.isAdmin && ' An admin does this.'}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
      <p>Later, if you need them:</p>
      <ul>
        {LATER.map(({ to, label, text, forAdmin }) => (
          <li key={to}>
            {forAdmin && !steps.isAdmin ? <strong>{label}</strong> : <Link to={to}>{label}</Link>}: {text}
            {forAdmin && !steps.isAdmin && ' An admin does this.'}
          </li>
        ))}
      </ul>
    </section>
  );
}
