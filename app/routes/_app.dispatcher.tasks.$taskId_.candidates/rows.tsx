import { Form, useNavigation } from '@remix-run/react';
import type { Candidate } from '~/domain/scheduling/candidates/schema';
import { SOURCE_LABELS } from '~/domain/geography/roads/texts';
import { ordinal } from '~/domain/tasks/model/task';
import { Button } from '~/ui/button';
import { Table } from '~/ui/table';
import { note } from '~/ui/table.css';
import { Time } from '~/ui/time';
import { VisuallyHidden } from '~/ui/layout';
import * as css from './candidates.css';

type Props = {
  candidates: Candidate[];
  /** The id of the task's present driver. */
  driverId: number | null;
  /** The idempotency key of the forms. */
  formKey: string;
};

export function CandidateRows({ candidates, ...form }: Props) {
  const hasFigures = candidates.some(({ added }) => added !== null);
  const sources = sourcesOf(candidates);
  const columns = hasFigures ? ['Driver', 'Adds', 'Place', 'Arrives', 'Then', ''] : ['Driver', 'Route', ''];
  return (
    <>
      {sources.length > 0 && <p className={css.source}>{sources.join('. ')}</p>}
      <Table columns={columns} className={css.table}>
        {candidates.map((candidate, index) => (
          <tr key={candidate.driverId}>
            <td className={css.driver}>
              {candidate.name}
              {!candidate.onDuty && <OffDuty from={candidate.onDutyFrom} />}
            </td>
            {hasFigures ? (
              <Figures added={candidate.added} />
            ) : (
              <td className={css.rest}>{stopsText(candidate.openStops)}</td>
            )}
            <td className={css.act}>
              {candidate.current ? (
                <span className={note}>Has it now</span>
              ) : (
                <AssignForm candidate={candidate} isFirst={index === 0 && candidate.onDuty} {...form} />
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** The sources of the times. The most frequent source comes first, and the others name their drivers. */
function sourcesOf(candidates: Candidate[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, added } of candidates) {
    const label = added && SOURCE_LABELS[added.roads];
    if (label) names.set(label, [...(names.get(label) ?? []), name]);
  }
  const [most, ...others] = [...names].sort(([, one], [, other]) => other.length - one.length);
  if (!most) return [];
  return [most[0], ...others.map(([label, whose]) => `${label}: ${whose.join(', ')}`)];
}

function OffDuty({ from }: { from: string | null }) {
  return (
    <span className={css.offDuty}>
      Off duty
      {from !== null && (
        <>
          {' '}
          until <Time iso={from} />
        </>
      )}
    </span>
  );
}

const stopsText = (count: number) => `${String(count)} ${count === 1 ? 'stop' : 'stops'}`;

function Figures({ added }: Pick<Candidate, 'added'>) {
  if (!added) return <td colSpan={4}>No arrival time</td>;
  const { minutes, stop, stops, expectedAt } = added;
  return (
    <>
      <td>+{minutes} min</td>
      <td>
        {ordinal(stop)} of {stops}
      </td>
      <td>
        <span className={css.word}>arrives </span>
        <Time iso={expectedAt} />
      </td>
      <td className={css.rest}>
        <Outcome {...added} />
      </td>
    </>
  );
}

/** More names would push the next driver out of sight. */
const MOST_NAMED = 3;

function Outcome({ late, makesLate }: NonNullable<Candidate['added']>) {
  const others = makesLate.slice(0, MOST_NAMED).map(delayText).join(', ');
  const rest = makesLate.slice(MOST_NAMED);
  const own = late === null ? '' : late ? 'late' : 'on time';
  if (!others && !late) return <span>{own || 'nothing late'}</span>;
  return (
    <>
      <span className={css.late}>{[own, others && `makes ${others}`].filter(Boolean).join(', ')}</span>
      {rest.length > 0 && (
        <details>
          <summary className={css.late}>and {rest.length} more</summary>
          <span className={css.late}>{rest.map(delayText).join(', ')}</span>
        </details>
      )}
    </>
  );
}

type Delay = NonNullable<Candidate['added']>['makesLate'][number];

const delayText = ({ location, invoice_number: invoice, lateBefore, lateAfter }: Delay) =>
  `${invoice ?? location} ${String(lateAfter)} min late${lateBefore > 0 ? ` instead of ${String(lateBefore)}` : ''}`;

type FormProps = Omit<Props, 'candidates'> & { candidate: Candidate; isFirst: boolean };

function AssignForm({ candidate, driverId, formKey, isFirst }: FormProps) {
  const { formData } = useNavigation();
  const isPending = formData?.get('driver_id') === String(candidate.driverId);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="_key" value={formKey} />
      <input type="hidden" name="driver_id" value={candidate.driverId} />
      <input type="hidden" name="expected_driver_id" value={driverId ?? ''} />
      {candidate.added && <input type="hidden" name="behind" value={candidate.added.behind ?? ''} />}
      <Button
        name="intent"
        value="assignTask"
        variant={isFirst ? 'primary' : 'secondary'}
        pending={isPending && 'Assigning...'}
      >
        Assign
        <VisuallyHidden> to {candidate.name}</VisuallyHidden>
      </Button>
    </Form>
  );
}
