import { Button, LinkButton } from '~/ui/button';

/** A save under way is waited for: leaving would cut it off. */
export function EditSwitch({ editing, isSaving }: { editing: boolean; isSaving: boolean }) {
  if (isSaving) return <Button size="thumb" variant="quiet" pending="Saving..." />;
  return (
    <LinkButton
      to={editing ? '/driver' : '/driver?edit=1'}
      size="thumb"
      variant="quiet"
      preventScrollReset
      replace
    >
      {editing ? 'Done' : 'Edit Order'}
    </LinkButton>
  );
}
