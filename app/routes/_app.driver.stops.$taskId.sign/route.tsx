import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useRef, useState, type FormEvent } from 'react';
import { invalid } from '~/domain/errors';
import { LIMITS } from '~/domain/limits';
import { CompleteStop } from '~/domain/tasks/form-inputs.server';
import { changeStatus } from '~/domain/tasks/batches.server';
import { listTaskCards } from '~/domain/tasks/board.server';
import { ChangeStatus } from '~/domain/tasks/schema';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Field, Input } from '~/ui/field';
import { useHydrated } from '~/ui/use-hydrated';
import * as css from './sign.css';
import { exportSignature, SignaturePad } from './signature-pad';
import { isSignature } from './strokes';
import { useKeptStrokes } from './use-kept-strokes';

export const meta: MetaFunction = () => [{ title: 'Signature · Parts Dispatch' }];

/** The tasks under way at the stop that this task belongs to. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const taskId = pathIdOr404(params.taskId);
  const { tasks } = await load(() => listTaskCards(actor, actor.id));
  const going = tasks.filter(({ status }) => status === 'going');
  // Somebody was quicker: there is nothing to sign here any more.
  if (!going.some((task) => task.id === taskId)) throw redirect('/driver');
  return { taskId, stop: going.map(({ id: goingId, type, location }) => ({ id: goingId, type, location })) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  return submit(request, actor, {
    completeStop: intent(CompleteStop, async ({ typed_name, ...input }) => {
      const change = ChangeStatus.safeParse({ ...input, status: 'completed' });
      if (!change.success)
        throw invalid(change.error.issues[0]?.message ?? 'The signature image is not valid');
      await changeStatus(actor, change.data, { typedName: typed_name });
      return { redirectTo: '/driver' };
    }),
  });
}

export default function Sign() {
  const { taskId, stop } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const pending = useNavigation().state !== 'idle';
  const hydrated = useHydrated();
  const [strokes, keep] = useKeptStrokes(taskId);
  const [typedName, setTypedName] = useState('');
  const [offline, setOffline] = useState(false);
  const image = useRef<HTMLInputElement>(null);
  const drawn = isSignature(strokes);
  const deliveries = stop.filter(({ type }) => type === 'delivery').length;
  const errors = [...(answer?.lastResult.error?.[''] ?? []), ...(answer?.lastResult.error?.typed_name ?? [])];

  const send = (event: FormEvent) => {
    if (!navigator.onLine) {
      event.preventDefault();
      setOffline(true);
      return;
    }
    setOffline(false);
    if (image.current) image.current.value = drawn ? exportSignature(strokes) : '';
  };

  return (
    <RouteDialog
      title="Complete Delivery - Signature Required"
      description={`${stop[0]?.location ?? ''}${deliveries > 1 ? ` · one signature for ${String(deliveries)} deliveries` : ''}`}
      closeTo="/driver"
    >
      <Form method="post" className={css.form} onSubmit={send} preventScrollReset>
        {offline && (
          <Banner tone="error" title="You are offline.">
            The signature is kept on this phone. Press Complete again when you have a connection.
          </Banner>
        )}
        {errors.length > 0 && <Banner tone="error">{errors.join(' ')}</Banner>}
        {stop.map((task) => (
          <input key={task.id} type="hidden" name="taskIds" value={task.id} />
        ))}
        <input ref={image} type="hidden" name="signature_image" />
        {hydrated && (
          <>
            <SignaturePad strokes={strokes} onChange={keep} describedBy="pad-hint" />
            <p id="pad-hint">Sign above with a finger or a pen.</p>
          </>
        )}
        <Field label="Received by" name="signed_by">
          {(control) => (
            <Input {...control} maxLength={LIMITS.signedBy} autoComplete="off" placeholder="Printed name" />
          )}
        </Field>
        <TypedName collapsed={hydrated} name={typedName} onType={setTypedName} />
        <div className={css.buttons}>
          <Button
            type="button"
            size="thumb"
            disabled={!hydrated || strokes.length === 0}
            onClick={() => {
              keep([]);
            }}
          >
            Clear
          </Button>
          <Button
            variant="go"
            size="thumb"
            name="intent"
            value="completeStop"
            disabled={hydrated && !drawn && typedName.trim() === ''}
            pending={pending && 'Completing...'}
          >
            Complete
          </Button>
        </div>
      </Form>
    </RouteDialog>
  );
}

type TypedNameProps = { collapsed: boolean; name: string; onType: (name: string) => void };

/** In place of a drawing: for keyboards, and for a page whose JavaScript has not arrived. */
function TypedName({ collapsed, name, onType }: TypedNameProps) {
  const field = (
    <Field label="Full name, typed as a signature" name="typed_name" required={!collapsed}>
      {(control) => (
        <Input
          {...control}
          maxLength={LIMITS.signedBy}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            onType(event.target.value);
          }}
        />
      )}
    </Field>
  );
  if (!collapsed) return field;
  return (
    <details>
      <summary className={css.typed}>Type the name instead</summary>
      {field}
    </details>
  );
}
