import { Button, LinkButton } from '~/ui/button';

/** Starts and ends editing. It waits for a save under way, because leaving would cancel it. */
export function EditSwitch({ editing, isSaving }: { editing: boolean; isSaving: boolean }) {
  if (isSaving) return <Button size="touch" variant="quiet" pending="Saving..." />;
  return (
    <LinkButton
      to={editing ? '/driver' : '/driver?edit=1'}
      size="touch"
      variant="quiet"
      preventScrollReset
      replace
    >
      {editing ? 'Done' : 'Edit Order'}
    </LinkButton>
  );
}
