import { useEffect } from 'react';
import { ShownOnce } from '~/ui/shown-once';
import { useToast } from '~/ui/toast';

type Props = { person: string; password: string; closeTo: string };

/** The one time that it is shown. */
export function TemporaryPassword({ person, password, closeTo }: Props) {
  const show = useToast();
  useEffect(() => {
    show({ title: 'Password updated', description: person });
  }, [show, person]);
  return (
    <ShownOnce
      title="Temporary Password"
      description={person}
      label="Temporary password"
      name="temporary"
      value={password}
      doneTo={closeTo}
    >
      Pass it on now: it is not shown again. {person} has to replace it after signing in.
    </ShownOnce>
  );
}
