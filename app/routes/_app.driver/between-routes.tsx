import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import * as css from './driver.css';
import { useSettling } from './use-settling';

type Props = { canEnd: boolean; canStart: boolean; formKey: string };

/** The buttons when no task is active. End Route also starts the next route. */
export function BetweenRoutes({ canEnd, canStart, formKey }: Props) {
  const underWay = useNavigation().formData?.get('intent');
  const isSettling = useSettling(`${String(canEnd)} ${String(canStart)}`);
  if (!canEnd && !canStart) return null;
  return (
    <Form method="post" action="/driver" className={css.bar}>
      <input type="hidden" name="_key" value={formKey} />
      {canEnd && (
        <Button
          variant="primary"
          size="touch"
          wide
          name="intent"
          value="endRoute"
          pending={underWay === 'endRoute' && 'Ending route...'}
          disabled={isSettling}
        >
          End Route
        </Button>
      )}
      {canStart && (
        <Button
          variant={canEnd ? 'secondary' : 'primary'}
          size="touch"
          wide
          name="intent"
          value="startRoute"
          pending={underWay === 'startRoute' && 'Starting...'}
          disabled={isSettling}
        >
          Start next route
        </Button>
      )}
    </Form>
  );
}
