/** The form that reports why a stop could not be completed. Its input stays until it has been reported. */
import { Form, Link, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { FAILURE_LABELS, FAILURE_REASONS, LONGEST_FAILURE_NOTE } from '~/domain/tasks/model/task';
import type { Answered } from '~/forms/unreachable';
import { PhotoField } from '~/components/photos/photo-field';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Errors, Field, Textarea } from '~/ui/field';
import { sentences } from '~/ui/sentences';
import * as css from './fail.css';

type Props = { stopId: number; taskIds: number[]; formKey: string; answer: Answered | undefined };

export function FailForm({ stopId, taskIds, formKey, answer }: Props) {
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
        <legend className={css.legend}>Reason</legend>
        {FAILURE_REASONS.map((each) => (
          <label key={each} className={css.reason}>
            <input type="radio" name="reason" value={each} required defaultChecked={typed?.reason === each} />
            {FAILURE_LABELS[each]}
          </label>
        ))}
        <Errors id="reason-error" errors={errors?.reason ?? undefined} />
      </fieldset>
      <Field
        label="Note"
        name="note"
        hint='Required with "Other".'
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
          Close
        </LinkButton>
        <Button
          variant="primary"
          size="touch"
          wide
          name="intent"
          value="failStop"
          disabled={taskIds.length === 0}
          pending={isSending && 'Reporting...'}
        >
          Report
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
          See the current route
        </Link>
      )}
    </Banner>
  );
}
