import { useContext, useEffect, useState } from 'react';
import { Field, Input } from '~/ui/field';
import { BusinessZone, formatTime } from '~/ui/time';

/** Who entered the task, and when (ISO 8601): to be read. */
export function CreatedBy({ name, at }: { name: string; at: string }) {
  const business = useContext(BusinessZone);
  const [zone, setZone] = useState(business);
  useEffect(() => {
    setZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  }, []);
  return (
    <Field label="Created By" name="created_by_shown" id="task-created-by">
      {({ id }) => (
        <Input id={id} readOnly suppressHydrationWarning value={`${name} · ${formatTime(at, zone)}`} />
      )}
    </Field>
  );
}
