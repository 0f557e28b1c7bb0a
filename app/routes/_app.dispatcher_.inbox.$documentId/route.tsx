/** One document: its words, why it waits, and what becomes of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useId, useRef, type RefObject } from 'react';
import { accountIdOf } from '~/components/accounts/account-named.server';
import { useAccountNames } from '~/components/accounts/use-account-names';
import { useSingleKeys } from '~/components/board/keys';
import { drawn, titleOf } from '~/components/inbox/document-text.server';
import { DocumentView } from '~/components/inbox/document-view';
import { FIELD_LABELS } from '~/components/inbox/field-labels';
import { linesIn, linesText } from '~/components/inbox/part-lines-text';
import { documentPath, INBOX, stateIn, teachPath } from '~/components/inbox/inbox-links';
import type { Actor } from '~/domain/kernel/actor';
import { answerText, decideDocument } from '~/domain/intake/inbox/commands.server';
import { likelyAccount } from '~/domain/intake/inbox/customers.server';
import {
  firstWords,
  getDocument,
  listDocuments,
  requireDocument,
  runningTask,
} from '~/domain/intake/inbox/documents.server';
import type { DecideDocument, StoredDocument } from '~/domain/intake/inbox/schema';
import type { PartLine } from '~/domain/intake/layouts/part-lines';
import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/model/task';
import { placeOf, valueOf } from '~/domain/intake/inbox/values';
import { fieldRefusal } from '~/domain/kernel/errors';
import { LIMITS } from '~/domain/kernel/limits';
import { untranslated } from '~/domain/kernel/sentence';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { typedText, useSent } from '~/forms/typed';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Field, InputField, Textarea } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { useAnswer } from '~/ui/use-answer';
import { columns } from '~/components/inbox/document-view.css';
import { NewText } from './new-text';

export const meta: MetaFunction = () => [{ title: 'Document · Inbox · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requirePage(request, getDocument.spec.may);
  const documentId = pathIdOr404(params.documentId);
  return load(async () => {
    const document = await requireDocument(documentId);
    const shown = await firstWords(documentId);
    const [customer, name, address] = [
      valueOf(document, 'customer'),
      valueOf(document, 'name'),
      placeOf(document),
    ];
    // A proposal that the person sees. Nothing is made of it without a press of the button.
    const reference = valueOf(document, 'reference');
    const [account, running] = await Promise.all([
      likelyAccount({ sourceId: document.sourceId, customer, name, place: address }),
      document.state === 'waiting' ? runningTask(document.sourceId, reference) : null,
    ]);
    return {
      id: document.id,
      title: titleOf(document),
      state: document.state,
      reason: document.reason,
      kind: document.kind,
      taskId: document.taskId,
      lines: document.lines,
      newText: document.newText,
      doubtful: document.doubtful,
      skipped: document.skipped,
      running,
      isUnknown: document.layoutId === null && shown.count > 0,
      read: {
        reference,
        customer,
        name,
        via: valueOf(document, 'via'),
        account: account ? `${account.name} (#${String(account.id)})` : '',
        address,
      },
      drawn: drawn(shown),
    };
  });
}

/** Returns the path of the next document that waits: the older one, else the newest. */
async function nextPath(actor: Actor, documentId: number, search: URLSearchParams): Promise<string> {
  if (stateIn(search) !== 'waiting') return `${INBOX}?${search}`;
  const after = (before?: number) => listDocuments({ actor, input: { state: 'waiting', before, limit: 1 } });
  const [next] = [...(await after(documentId)), ...(await after())];
  return next ? documentPath(next.id) : INBOX;
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

type Decision = 'make' | 'new' | 'void' | 'return' | 'copy';

/** Without the text, the lines are those that were read. */
function correctedLines(value: unknown) {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const lines = linesIn(text);
  if (Array.isArray(lines)) return lines;
  throw fieldRefusal(
    'lines',
    untranslated('lineUnclear', `Write each line as quantity, x and part number: ${lines.unclear}`),
  );
}

const decisionOf = (decision: Decision) => async (fields: Record<string, unknown>) => {
  const account = textOf(fields.account);
  return {
    decision,
    lines: correctedLines(fields.lines),
    ...(account !== undefined && {
      accountId: await accountIdOf(account, 'account'),
      address: textOf(fields.address),
    }),
    fields: {
      reference: textOf(fields.reference),
      customer: textOf(fields.customer),
      name: textOf(fields.name),
      via: typeof fields.via === 'string' ? fields.via.trim() : undefined,
    },
  } satisfies Partial<Record<keyof typeof DecideDocument.shape, unknown>>;
};

const DONE: Record<StoredDocument['kind'], string> = {
  order: 'Order made',
  return: 'Return made',
  void: 'Order voided',
  copy: 'Taken for a copy',
  ignored: 'Order made',
};

export const action = (args: ActionFunctionArgs) => {
  const search = new URL(args.request.url).searchParams;
  const decide = (decision: Decision) =>
    button(
      decideDocument,
      async ({ kind }, { actor, documentId }) => ({
        redirectTo: await nextPath(actor, documentId, search),
        toast: { title: DONE[kind] },
      }),
      { compose: decisionOf(decision) },
    );
  return submit(args, {
    make: decide('make'),
    new: decide('new'),
    void: decide('void'),
    return: decide('return'),
    copy: decide('copy'),
    text: button(
      answerText,
      ({ id }) => ({
        redirectTo: `${documentPath(id)}${search.size > 0 ? `?${String(search)}` : ''}`,
        toast: { title: 'Remembered for this layout' },
      }),
      { compose: ({ means }) => ({ means }) },
    ),
    ignore: button(
      decideDocument,
      async (_, { actor, documentId }) => ({
        redirectTo: await nextPath(actor, documentId, search),
        toast: { title: 'Document ignored' },
      }),
      { compose: () => ({ decision: 'ignore' }) },
    ),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to decide');

export default function OneDocument() {
  const {
    id,
    title,
    state,
    reason,
    kind,
    taskId,
    lines,
    newText,
    doubtful,
    skipped,
    running,
    isUnknown,
    read,
    drawn: document,
  } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const press = (intent: string) => () => {
    form.current?.querySelector<HTMLButtonElement>(`button[value="${intent}"]`)?.click();
  };
  // Not in the form, which is another one for each document: no key is lost between two of them.
  useSingleKeys({ i: press('ignore') });
  useEnter(press('make'));
  return (
    <Card
      id="document"
      title={title}
      actions={
        state === 'waiting' &&
        isUnknown && (
          <LinkButton size="form" to={teachPath(id, search)} preventScrollReset>
            Teach this layout
          </LinkButton>
        )
      }
    >
      <Stack gap={3}>
        {state === 'made' && <p>{kind === 'void' ? 'It voided an order.' : 'It became an order.'}</p>}
        {state === 'ignored' && <p>This document was ignored.</p>}
        {state === 'new' && <p>This document has not been read yet.</p>}
        {reason !== null && <Banner>{reason}</Banner>}
        {state === 'waiting' && newText !== null && <NewText text={newText} />}
        {running && (
          <p>
            This number has a task: {TYPE_LABELS[running.type]}, {STATUS_LABELS[running.status]}
            {running.driver !== null && `, ${running.driver}`}.{' '}
            {running.id !== taskId && <Link to={`/dispatcher/tasks/${String(running.id)}`}>Open it</Link>}
          </p>
        )}
        {taskId !== null && !(state === 'made' && kind === 'void') && (
          <p>
            <Link to={`/dispatcher/tasks/${String(taskId)}`}>Open the task</Link>
          </p>
        )}
        <div className={columns}>
          <DocumentView drawn={document} />
          <Stack gap={3}>
            {state === 'waiting' && (
              <Decision
                key={JSON.stringify([id, read])}
                form={form}
                read={read}
                kind={kind}
                hasTask={taskId !== null}
                lines={lines ?? []}
                doubtful={doubtful}
              />
            )}
            {skipped > 0 && (
              <p>{skipped === 1 ? '1 line is not shipped' : `${String(skipped)} lines are not shipped`}</p>
            )}
            {state !== 'waiting' && lines && lines.length > 0 && (
              <Table columns={['Quantity', 'Part number']}>
                {lines.map(({ part, quantity }, index) => (
                  <tr key={index}>
                    <td data-label="Quantity">
                      <span>{quantity}</span>
                    </td>
                    <td data-label="Part number">
                      <span>{part}</span>
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </Stack>
        </div>
      </Stack>
    </Card>
  );
}

type DecisionProps = {
  form: RefObject<HTMLFormElement>;
  read: Record<'reference' | 'customer' | 'name' | 'via' | 'account' | 'address', string>;
  kind: StoredDocument['kind'];
  /** The order has a task that the document would change. */
  hasTask: boolean;
  lines: PartLine[];
  /** The line that is not clear. */
  doubtful: string | null;
};

function Decision({ form, read, kind, hasTask, lines, doubtful }: DecisionProps) {
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'make', 'new', 'void', 'return', 'copy');
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  const refusal = formRefusal(answer);
  const pending = useNavigation().formData?.get('intent');
  const suggestions = useAccountNames();
  const listId = useId();
  useFailureToast(answer?.problem ?? null);
  const typed = (name: keyof typeof read) => ({
    name,
    errors: errors[name],
    autoComplete: 'off',
    defaultValue: typedText(sent, name, read[name]),
  });
  return (
    <Form ref={form} method="post" preventScrollReset>
      <Stack gap={3}>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        <datalist id={listId}>
          {suggestions.names.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <InputField
          {...typed('account')}
          label="Account"
          hint="We’ll remember this for the customer number. Leave blank to use the known account."
          list={listId}
          maxLength={220}
          onInput={(event) => {
            suggestions.type(event.currentTarget.value);
          }}
        />
        <InputField
          {...typed('address')}
          label="Address"
          hint="Leave blank to use the account’s address."
          maxLength={LIMITS.address}
        />
        <details open={read.reference === '' || read.customer === ''}>
          <summary>What was read</summary>
          <Stack gap={3}>
            <InputField {...typed('reference')} label={FIELD_LABELS.reference} maxLength={100} />
            <InputField {...typed('customer')} label={FIELD_LABELS.customer} maxLength={100} />
            <InputField {...typed('name')} label={FIELD_LABELS.name} maxLength={200} />
            <InputField {...typed('via')} label={FIELD_LABELS.via} maxLength={40} />
          </Stack>
        </details>
        <Field
          name="lines"
          label="Lines"
          hint={
            doubtful === null
              ? 'Quantity, x and part number'
              : `Not clear: “${doubtful}”. Add it, or leave the lines as they are`
          }
          errors={errors.lines}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={Math.min(MOST_ROWS, lines.length + 2)}
              defaultValue={typedText(sent, 'lines', linesText(lines))}
            />
          )}
        </Field>
        <Inline>
          <Button
            size="form"
            variant="primary"
            name="intent"
            value="make"
            aria-keyshortcuts="Enter"
            pending={pending === 'make' && 'Making...'}
          >
            {kind === 'void' ? 'Void Order' : hasTask ? 'Change Task' : 'Create order'}
          </Button>
          {hasTask && kind !== 'void' && (
            <Button size="form" name="intent" value="new" pending={pending === 'new' && 'Making...'}>
              Make New Task
            </Button>
          )}
          <Button
            size="form"
            name="intent"
            value="ignore"
            aria-keyshortcuts="i"
            pending={pending === 'ignore' && 'Ignoring...'}
          >
            Ignore
          </Button>
        </Inline>
        <Inline>
          {OTHERS.filter(([intent]) => intent !== kind).map(([intent, label]) => (
            <Button key={intent} size="form" name="intent" value={intent}>
              {label}
            </Button>
          ))}
        </Inline>
      </Stack>
    </Form>
  );
}

const MOST_ROWS = 12;
const OTHERS = [
  ['void', 'It Voids the Order'],
  ['return', 'It Is a Return'],
  ['copy', 'It Is a Copy'],
] as const;

const CONTROLS = 'a, button, input, select, textarea, summary, dialog';
/** After a click its link in the list has the focus, and leads where the page is already. */
const OPEN_ONE = '[aria-labelledby="documents"] [aria-current]';

/** Enter presses the focused control, if there is one. A key that is held down does not decide several documents. */
function useEnter(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, repeat, target, defaultPrevented } = event;
      if (key !== 'Enter' || repeat || defaultPrevented) return;
      if (target instanceof Element && target.closest(CONTROLS) && !target.closest(OPEN_ONE)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, []);
}
