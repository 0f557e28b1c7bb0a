import { useEffect, useRef, useState } from 'react';
import type { SameInvoice } from '~/domain/views/task-form/same-invoice.server';
import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/model/task';
import { useViewLink } from '~/components/board/board-links';
import { Banner } from '~/ui/banner';
import { VisuallyHidden } from '~/ui/layout';
import { Time } from '~/ui/time';
import { watchForm } from './watch-form';

type Props = {
  /** The server's finding for the initial form. */
  found: SameInvoice | null;
  /** The id of the edited task. */
  except?: number;
};

/** Warns while someone types that this invoice was already entered for this place. It does not block saving. */
export function SameInvoiceHint({ found, except }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(found);
  const viewLink = useViewLink();
  useEffect(() => {
    setShown(found);
  }, [found]);
  useEffect(
    () =>
      watchForm<SameInvoice>(place.current, {
        path: '/dispatcher/same-invoice',
        fields: FIELDS,
        more: except ? { except: String(except) } : {},
        show: setShown,
      }),
    [except],
  );
  return (
    <div ref={place} role="status" hidden={!shown}>
      {shown && (
        <Banner title={`Invoice # ${shown.invoice_number} was already entered for this location:`}>
          <a
            href={viewLink(`/dispatcher/${shown.archived ? 'archived' : 'tasks'}/${String(shown.id)}`)}
            target="_blank"
            rel="noreferrer"
          >
            {TYPE_LABELS[shown.type]} at {shown.location}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
          , {shown.archived ? 'archived' : STATUS_LABELS[shown.status]}
          {shown.driver && `, ${shown.driver}`}, created <Time iso={shown.created_at} />
        </Banner>
      )}
    </div>
  );
}

/** The finding in the answer of the form's page; undefined without an answer or a finding in it. */
export const sameInvoiceIn = (answer: object | undefined): SameInvoice | null | undefined =>
  answer && 'sameInvoice' in answer ? (answer.sameInvoice as SameInvoice | null) : undefined;

const FIELDS = ['type', 'invoice_number', 'location', 'address'];
