import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import {
  accountsPath,
  AccountTrouble,
  contactsPath,
  overAccounts,
} from '~/components/accounts/accounts-links';
import { CHANNEL_LABELS, shownPhone } from '~/domain/network/accounts/contact-fields';
import { EVENTS, MESSAGE_STATE_LABELS } from '~/domain/customers/messages/events';
import { listMessages, listReplies, resendMessage } from '~/domain/customers/messages/queries.server';
import type { CustomerReply, Message } from '~/domain/customers/messages/schema';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { paramsOf, withParams } from '~/forms/view-params';
import { Badge } from '~/ui/badge';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { ListSteps } from '~/ui/list-steps';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Messages · Parts Dispatch' }];

const PER_PAGE = 25;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listMessages.spec.may);
  const { searchParams } = new URL(request.url);
  const before = Number(searchParams.get('before')) || undefined;
  const state = searchParams.get('state') === 'failed' ? ('failed' as const) : undefined;
  return load(async () => {
    const isFirst = before === undefined && state === undefined;
    const [found, replies] = await Promise.all([
      listMessages({ actor, input: { before, state, limit: PER_PAGE + 1 } }),
      isFirst ? listReplies({ actor }) : [],
    ]);
    const messages = found.slice(0, PER_PAGE);
    return {
      messages,
      replies,
      before,
      state,
      next: found.length > PER_PAGE ? messages.at(-1)?.place : undefined,
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    resend: button(resendMessage, () => ({
      redirectTo: overAccounts('/accounts/messages', new URL(args.request.url).search),
      toast: { title: 'Message will be sent again' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to send the message again');

export default function Messages() {
  const { messages, replies, before, state, next } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  const to = (more: Record<string, string>) =>
    withParams(overAccounts('/accounts/messages', search), paramsOf(more));
  const kept: Record<string, string> = state ? { state } : {};
  return (
    <RouteDialog
      title="Messages"
      description="What contacts of accounts were told in the last 90 days"
      closeTo={accountsPath(search)}
      size="wide"
    >
      <Stack gap={3}>
        {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
        <Inline>
          <LinkButton size="form" to={to(state ? {} : { state: 'failed' })} preventScrollReset>
            {state ? 'All' : 'Failed Only'}
          </LinkButton>
          <ListSteps
            newest={before !== undefined && to(kept)}
            older={next !== undefined && to({ ...kept, before: String(next) })}
          />
        </Inline>
        {replies.length > 0 && <Replies replies={replies} />}
        {messages.length > 0 ? (
          <Table columns={['When', 'Event', 'Contact', 'Status', 'Actions']}>
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </Table>
        ) : (
          <EmptyState>{state ? 'No message has failed.' : 'No messages yet.'}</EmptyState>
        )}
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = AccountTrouble;

/** Stands beside the sent messages, because a customer may be waiting for an answer. */
function Replies({ replies }: { replies: CustomerReply[] }) {
  const { search } = useLocation();
  return (
    <section aria-labelledby="replies">
      <h3 id="replies">Replies</h3>
      <Table columns={['When', 'From', 'Reply']}>
        {replies.map(({ id, phone, body, contacts, receivedAt }) => (
          <tr key={id}>
            <td data-label="When">
              <span>
                <Time iso={receivedAt} />
              </span>
            </td>
            <td data-label="From">
              <span>
                {contacts.map(({ accountId, accountName, contactName }) => (
                  <Link
                    key={`${String(accountId)} ${contactName}`}
                    to={contactsPath(accountId, search)}
                    preventScrollReset
                  >
                    {contactName}, {accountName}
                  </Link>
                ))}{' '}
                <a href={`tel:${phone}`} className={css.wholeNote}>
                  {shownPhone(phone)}
                </a>
              </span>
            </td>
            <td data-label="Reply">
              <span>{body || 'A message without text'}</span>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

const TONES = {
  waiting: 'pending',
  sent: 'completed',
  failed: 'urgent',
  unknown: 'urgent',
  skipped: 'inactive',
} as const;

function MessageRow({ message }: { message: Message }) {
  const { id, accountId, accountName, contactName, event, channel, recipient } = message;
  const { state, nextTryAt, sentAt, error, createdAt } = message;
  const { search } = useLocation();
  return (
    <tr>
      <td data-label="When">
        <span>
          <Time iso={sentAt ?? createdAt} />
        </span>
      </td>
      <td data-label="Event">
        <span>
          {EVENTS[event].label} <span className={css.wholeNote}>{CHANNEL_LABELS[channel]}</span>
        </span>
      </td>
      <td data-label="Contact">
        <span>
          <Link to={contactsPath(accountId, search)} preventScrollReset>
            {contactName}, {accountName}
          </Link>{' '}
          <span className={css.wholeNote}>{shownPhone(recipient)}</span>
        </span>
      </td>
      <td data-label="Status">
        <span>
          <Badge tone={TONES[state]}>{MESSAGE_STATE_LABELS[state]}</Badge>{' '}
          <span className={css.note}>
            {error}
            {nextTryAt && (
              <>
                {error && ', '}next attempt <Time iso={nextTryAt} />
              </>
            )}
          </span>
        </span>
      </td>
      <td data-label="Actions">
        {state !== 'skipped' && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="messageId" value={id} />
            <Button
              name="intent"
              value="resend"
              aria-label={`Send ${EVENTS[event].label} to ${contactName} again`}
            >
              Send Again
            </Button>
          </Form>
        )}
      </td>
    </tr>
  );
}
