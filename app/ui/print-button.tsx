import { useHydrated } from 'remix-utils/use-hydrated';
import { Button } from './button';
import * as icon from './icon.css';
import { frame } from '~/words/en/frame';

/** Opens the browser's print dialog. Without JavaScript people use the browser's own menu. */
export function PrintButton() {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <Button
      type="button"
      onClick={() => {
        window.print();
      }}
    >
      <span aria-hidden="true" className={icon.printer} />
      {frame.print}
    </Button>
  );
}
