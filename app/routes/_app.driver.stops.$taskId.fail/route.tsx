import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Form,
  Link,
  useLoaderData,
  useNavigation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { useState } from 'react';
import { failStop } from '~/domain/tracking/report-status.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { button, submit } from '~/forms/submit.server';
import { StopChangesBanner, performAtStop, withCachedStop } from '~/components/going-stop/going-stop';
import { loadGoingStop, reportOf, onlyDrivers } from '~/components/going-stop/going-stop.server';
import { useFullAddress } from '~/components/going-stop/use-full-address';
import { failureOf, reported } from '~/components/offline/driver-action';
import type { Answered } from '~/forms/unreachable';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { PhotoField } from '~/components/photos/photo-field';
import { FAILURE_REASONS, LONGEST_FAILURE_NOTE } from '~/domain/tasks/model/task';
import { Banner, sentences } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Errors, Field, Textarea } from '~/ui/field';
import { failures } from '~/words/en/failures';
import { proof } from '~/words/en/proof';
import { asWritten } from '~/words/words';
import * as css from './fail.css';

export const meta: MetaFunction = () => [{ title: proof.failTitle }];

export const loader = ({ request, params }: LoaderFunctionArgs) => loadGoingStop(request, params.taskId);

export const clientLoader = ({ request, params, serverLoader }: ClientLoaderFunctionArgs) =>
  withCachedStop(request, params.taskId, () => serverLoader<typeof loader>());

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    {
      failStop: button(failStop, () => ({ redirectTo: '/driver', toast: reported() }), {
        compose: (fields) => reportOf(failureOf(fields)),
        files: 'photos',
      }),
    },
    { guard: onlyDrivers },
  );

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  performAtStop(request, failureOf, () => serverAction<typeof action>());

export default function Fail() {
  const stop = useLoaderData<typeof loader>();
  const { stopId, taskIds: open, location, isGoing, changes, formKey } = stop;
  useFullAddress(stop, 'fail');
  const taskIds = open.filter((id) => changes.every(({ taskId }) => taskId !== id));
  const answer = useAnswer<Answered>();
  return (
    <RouteDialog
      title={proof.failHeading}
      description={
        <>
          <span {...asWritten()}>{location}</span>
          {taskIds.length > 1 && proof.tasksHere(taskIds.length)}
        </>
      }
      closeTo="/driver"
    >
      <Stack gap={3}>
        <StopChangesBanner changes={changes} isGoing={isGoing}>
          {isGoing ? proof.reportRemaining : proof.nothingToReport}
        </StopChangesBanner>
        <FailForm stopId={stopId} taskIds={taskIds} formKey={formKey} answer={answer} />
      </Stack>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The route behind it stays. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo="/driver" />;
}

type FormProps = { stopId: number; taskIds: number[]; formKey: string; answer: Answered | undefined };

/** The form that reports why a stop could not be completed. Its input stays until it has been reported. */
function FailForm({ stopId, taskIds, formKey, answer }: FormProps) {
  const isSending = useNavigation().formMethod === 'POST';
  const typed = answer?.lastResult.initialValue;
  const errors = answer?.lastResult.error;
  const [reason, setReason] = useState(typed?.reason);
  return (
    <Form method="post" encType="multipart/form-data" className={css.form} preventScrollReset>
      {answer && !isSending && <Refusal answer={answer} />}
      <input type="hidden" name="_key" value={formKey} />
      {taskIds.map((taskId) => (
        <input key={taskId} type="hidden" name="taskIds" value={taskId} />
      ))}
      <fieldset
        className={css.reasons}
        aria-describedby={errors?.reason ? 'reason-error' : undefined}
        onChange={({ target }) => {
          if (target instanceof HTMLInputElement) setReason(target.value);
        }}
      >
        <legend className={css.legend}>{proof.reason}</legend>
        {FAILURE_REASONS.map((each) => (
          <label key={each} className={css.reason}>
            <input
              type="radio"
              name="reason"
              value={each}
              required
              defaultChecked={typed?.reason === each}
              className={css.radio}
            />
            {failures[each]}
          </label>
        ))}
        <Errors id="reason-error" errors={errors?.reason ?? undefined} />
      </fieldset>
      <Field
        label={proof.note}
        name="note"
        hint={proof.noteHint}
        required={reason === 'other'}
        errors={errors?.note ?? errors?.failure_reason ?? undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            maxLength={LONGEST_FAILURE_NOTE}
            defaultValue={typeof typed?.note === 'string' ? typed.note : undefined}
          />
        )}
      </Field>
      <PhotoField stopId={stopId} errors={isSending ? undefined : (errors?.photos ?? undefined)} />
      <div className={css.buttons}>
        <LinkButton to="/driver" size="touch" preventScrollReset>
          {proof.close}
        </LinkButton>
        <Button
          variant="primary"
          size="touch"
          wide
          name="intent"
          value="failStop"
          disabled={taskIds.length === 0}
          pending={isSending && proof.reporting}
        >
          {proof.report}
        </Button>
      </div>
    </Form>
  );
}

function Refusal({ answer: { lastResult, problem, unreachable } }: { answer: Answered }) {
  const { '': said, photos } = lastResult.error ?? {};
  // The photo field shows errors of photos.
  const messages = photos ? [] : (said ?? []);
  if (messages.length === 0) return null;
  return (
    <Banner tone="error">
      {sentences(messages)}{' '}
      {problem && !problem.fields && !unreachable && (
        <Link to="/driver" preventScrollReset>
          {proof.seeRoute}
        </Link>
      )}
    </Banner>
  );
}
