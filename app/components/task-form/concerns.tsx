/**
 * Concerns that the office should check, with a button that settles each. Shown at the top of a task and under Needs
 * Attention.
 */
import { Form, useNavigation } from '@remix-run/react';
import { CONCERN_KINDS, type Concern, type ConcernKind } from '~/domain/tasks/model/concerns';
import type { TaskCard } from '~/domain/tasks/model/task';
import { Button } from '~/ui/button';
import { VisuallyHidden } from '~/ui/layout';
import { Time } from '~/ui/time';
import * as css from './concerns.css';

type Props = {
  task: TaskCard;
  /** Shows only concerns of this kind that are not settled. */
  only?: ConcernKind;
};

/** Settled concerns are in the activity only. A completion at another address stays here as long as it is true. */
export function Concerns({ task, only }: Props) {
  const shown = (task.concerns ?? []).filter(
    ({ kind, isSettled }) => (!isSettled || (!only && kind === 'other-address')) && (!only || kind === only),
  );
  return CONCERN_KINDS.map((kind) => {
    const all = shown.filter((each) => each.kind === kind);
    return all.length > 0 && <OfKind key={kind} kind={kind} concerns={all} location={task.location} />;
  });
}

const BUTTONS: Record<ConcernKind, [label: string, pending: string]> = {
  'customer-wrote': ['Mark as Read', 'Marking...'],
  'other-address': ['Mark as Checked', 'Marking...'],
};

type OfKindProps = { kind: ConcernKind; concerns: Concern[]; location: string };

function OfKind({ kind, concerns, location }: OfKindProps) {
  const { formData } = useNavigation();
  const open = concerns.filter(({ isSettled }) => !isSettled);
  const [label, pending] = BUTTONS[kind];
  const isSent = open.some(({ id }) => formData?.getAll('concernIds').includes(String(id)));
  return (
    <div className={css.concern} data-open={open.length > 0 ? '' : undefined}>
      <ul className={css.lines}>
        {concerns.map((concern) => (
          <li key={concern.id}>
            <Sentence concern={concern} />
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <Form method="post" preventScrollReset>
          {open.map(({ id }) => (
            <input key={id} type="hidden" name="concernIds" value={id} />
          ))}
          <Button name="intent" value="settle" pending={isSent && pending}>
            {label}
            <VisuallyHidden>: {location}</VisuallyHidden>
          </Button>
        </Form>
      )}
    </div>
  );
}

const Sentence = ({ concern: { kind, said, address, at } }: { concern: Concern }) =>
  kind === 'customer-wrote' ? (
    <>
      The customer wrote, <Time iso={at} />: “{said}”
    </>
  ) : (
    <>
      Completed for another address: the driver’s phone showed {said || 'none'}, not {address || 'none'}. The
      driver had not seen the change.
    </>
  );
