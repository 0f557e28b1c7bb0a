import { useEffect, useRef, useState } from 'react';
import type { SameInvoice } from '~/domain/views/task-form/same-invoice.server';
import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/model/task';
import { useViewLink } from '~/components/board/board-links';
import { Banner } from '~/ui/banner';
import { VisuallyHidden } from '~/ui/layout';
import { Time } from '~/ui/time';

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
  useEffect(() => watch(place.current?.closest('form') ?? null, except, setShown), [except]);
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

const DEBOUNCE_MS = 300;
const TIMEOUT_MS = 5_000;
const FIELDS = ['type', 'invoice_number', 'location', 'address'];

/** Asks again whenever one of the fields has changed. A failed request changes nothing. */
function watch(
  form: HTMLFormElement | null,
  except: number | undefined,
  show: (found: SameInvoice | null) => void,
) {
  if (!form) return;
  const question = () => {
    const typed = new FormData(form);
    const query = new URLSearchParams(except ? { except: String(except) } : {});
    for (const name of FIELDS) {
      const value = typed.get(name);
      query.set(name, typeof value === 'string' ? value : '');
    }
    return query.toString();
  };
  let lastQuery = question();
  let timer: number | undefined;
  let stopped = false;
  const look = () => {
    const query = question();
    if (query === lastQuery) return;
    lastQuery = query;
    ask(query).then(
      (found) => {
        if (!stopped && query === lastQuery) show(found);
      },
      () => undefined,
    );
  };
  const later = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, DEBOUNCE_MS);
  };
  // A chosen account fills in fields without an input event, so the focus events are needed.
  const events = ['input', 'change', 'focusin', 'focusout'];
  for (const event of events) form.addEventListener(event, later);
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    for (const event of events) form.removeEventListener(event, later);
  };
}

async function ask(query: string): Promise<SameInvoice | null> {
  const response = await fetch(`/dispatcher/same-invoice?${query}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`);
  return ((await response.json()) as { found: SameInvoice | null }).found;
}
