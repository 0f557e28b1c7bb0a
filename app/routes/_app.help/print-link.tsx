import { Button, LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { useHydrated } from '~/ui/use-hydrated';

/** The view for printing has everything open; without JavaScript the browser's own menu prints it. */
export function PrintLink({ isPrint }: { isPrint: boolean }) {
  const hydrated = useHydrated();
  if (!isPrint) return <LinkButton to="/help?print=1">Print view</LinkButton>;
  return (
    <Inline>
      <LinkButton to="/help">Back to the guides</LinkButton>
      {hydrated && (
        <Button
          type="button"
          variant="primary"
          onClick={() => {
            window.print();
          }}
        >
          Print
        </Button>
      )}
    </Inline>
  );
}
