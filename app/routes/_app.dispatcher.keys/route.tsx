import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { requirePage } from '~/http/session.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { areKeysOff, setKeysOff } from '~/components/board/keys';
import { boardView } from '~/components/board/board-links';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Checkbox } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { end } from '~/ui/layout.css';
import * as css from './keys.css';

export const meta: MetaFunction = () => [{ title: 'Keyboard · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, 'readBoard');
  return null;
}

const KEYS: [keys: string[], what: string][] = [
  [['n'], 'New task'],
  [['/'], 'Search tasks and drivers'],
  [['↑', '↓'], 'Move through the rows; Enter opens one'],
  [['←', '→'], 'In the timeline: move along the stops of a row'],
  [['Esc'], 'Close the open dialog or menu'],
  [['F8'], 'Go to the message, for example to undo'],
  [['Space', '↑', '↓'], 'On a drag handle: pick up, move, drop'],
  [['?'], 'Show keyboard shortcuts'],
];

export default function Keys() {
  const { search } = useLocation();
  const closeTo = `/dispatcher${boardView(search)}`;
  return (
    <RouteDialog title="Keyboard" closeTo={closeTo} size="small">
      <Stack gap={4}>
        <dl className={css.keys}>
          {KEYS.map(([keys, what]) => (
            <div key={what} className={css.line}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key} className={css.key}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <LettersOff />
        <Inline className={end}>
          <LinkButton to={closeTo} preventScrollReset>
            Close
          </LinkButton>
        </Inline>
      </Stack>
    </RouteDialog>
  );
}

/** The switch that turns letter keys off. Without JavaScript there are no such keys. */
function LettersOff() {
  const hydrated = useHydrated();
  const [off, setOff] = useState(false);
  useEffect(() => {
    setOff(areKeysOff());
  }, []);
  if (!hydrated) return null;
  return (
    <Checkbox
      label="Turn off single-key shortcuts (n, / and ?) on this computer"
      name="off"
      checked={off}
      onChange={(event) => {
        setKeysOff(event.target.checked);
        setOff(event.target.checked);
      }}
    />
  );
}

/** Replaces only the dialog. The board behind it stays. */
export const ErrorBoundary = DialogTrouble;
