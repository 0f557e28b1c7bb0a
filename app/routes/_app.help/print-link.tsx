import { LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { PrintButton } from '~/ui/print-button';

/** The view for printing has everything open; without JavaScript the browser's own menu prints it. */
export function PrintLink({ isPrint }: { isPrint: boolean }) {
  if (!isPrint) return <LinkButton to="/help?print=1">Print view</LinkButton>;
  return (
    <Inline>
      <LinkButton to="/help">Back to the guides</LinkButton>
      <PrintButton />
    </Inline>
  );
}
