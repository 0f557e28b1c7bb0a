import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '~/ui/button';
import * as css from './task-form.css';

type Props = { mode: 'create' | 'edit'; closeTo: string; actions?: ReactNode };

/** Always in sight, at the dialog's foot. */
export function FormButtons({ mode, closeTo, actions }: Props) {
  const { state, formData } = useNavigation();
  const intent = state === 'idle' ? undefined : formData?.get('intent');
  const saving = intent === 'save' || intent === 'saveAndAdd';
  return (
    <div className={css.buttons}>
      <div className={css.push}>{actions}</div>
      <LinkButton to={closeTo} preventScrollReset>
        Close
      </LinkButton>
      {mode === 'create' && (
        <Button name="intent" value="saveAndAdd" disabled={saving}>
          Create and add another
        </Button>
      )}
      <Button
        variant="primary"
        name="intent"
        value="save"
        pending={saving && (mode === 'create' ? 'Creating...' : 'Updating...')}
      >
        {mode === 'create' ? 'Create Task' : 'Update Task'}
      </Button>
    </div>
  );
}
