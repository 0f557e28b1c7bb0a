import { Field, Input } from '~/ui/field';
import { formatTime, useZone } from '~/ui/time';

/** Who entered the task, and when (ISO 8601): to be read. */
export function CreatedBy({ name, at }: { name: string; at: string }) {
  const zone = useZone();
  return (
    <Field label="Created By" name="created_by_shown" id="task-created-by">
      {({ id }) => (
        <Input id={id} readOnly suppressHydrationWarning value={`${name} · ${formatTime(at, zone)}`} />
      )}
    </Field>
  );
}
