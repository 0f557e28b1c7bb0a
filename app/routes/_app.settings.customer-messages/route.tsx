import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { EVENTS } from '~/domain/customers/messages/events';
import {
  getMessageSettings,
  saveLinkSettings,
  saveQuietHours,
} from '~/domain/customers/messages/settings.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { useSent, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Box, InputField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Messages to Customers · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getMessageSettings.spec.may);
  return load(() => getMessageSettings({ actor }));
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveQuietHours: button(saveQuietHours, () => ({
      redirectTo: '/settings/customer-messages',
      toast: { title: 'Quiet hours saved' },
    })),
    saveLinkSettings: button(saveLinkSettings, () => ({
      redirectTo: '/settings/customer-messages',
      toast: { title: 'Customer links saved' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save settings');

export default function NotificationSettings() {
  const { email, sms, quietFrom, quietTo, showDistance, events } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'saveQuietHours');
  return (
    <RouteDialog
      title="Messages to Customers"
      description="What contacts of accounts are told about deliveries"
      closeTo="/settings"
      size="wide"
    >
      <Stack gap={4}>
        <p>{channelsText(email, sms)}</p>
        <Table columns={['Event', 'Status', 'Text', 'Actions']}>
          {events.map(({ event, on, text }) => (
            <tr key={event}>
              <td data-label="Event">
                <span>{EVENTS[event].label}</span>
              </td>
              <td data-label="Status">
                <span>
                  <Badge tone={on ? 'completed' : 'inactive'}>{on ? 'On' : 'Off'}</Badge>
                </span>
              </td>
              <td data-label="Text">
                <span>{text}</span>
              </td>
              <td data-label="Actions">
                <Link
                  to={`/settings/customer-messages/${event}`}
                  className={css.rowLink}
                  preventScrollReset
                  aria-label={`Edit ${EVENTS[event].label}`}
                >
                  Edit
                </Link>
              </td>
            </tr>
          ))}
        </Table>
        <Form method="post" preventScrollReset>
          <Stack gap={3}>
            {answer?.problem && !answer.problem.fields && (
              <Banner tone="error">{answer.problem.error}</Banner>
            )}
            <h3>Quiet hours</h3>
            <p>Nothing is sent in these hours. What is still true at their end is sent then.</p>
            <Inline>
              <InputField
                label="From"
                name="quietFrom"
                id="quiet-from"
                type="time"
                errors={sent?.error?.quietFrom}
                defaultValue={typedText(sent, 'quietFrom', quietFrom)}
              />
              <InputField
                label="To"
                name="quietTo"
                id="quiet-to"
                type="time"
                errors={sent?.error?.quietTo}
                defaultValue={typedText(sent, 'quietTo', quietTo)}
              />
            </Inline>
            <Inline>
              <Button type="submit" size="form" variant="primary" name="intent" value="saveQuietHours">
                Save
              </Button>
              <LinkButton size="form" to="/accounts/messages">
                Messages Sent
              </LinkButton>
            </Inline>
          </Stack>
        </Form>
        <Form method="post" preventScrollReset>
          <Stack gap={3}>
            <h3>Links for customers</h3>
            <Box
              name="showDistance"
              label="Say how far away the driver is, while the stop is next"
              defaultChecked={showDistance}
            />
            <p>Only the distance, never the place. Drivers read about it under Location; tell them before.</p>
            <Inline>
              <Button type="submit" size="form" name="intent" value="saveLinkSettings">
                Save
              </Button>
            </Inline>
          </Stack>
        </Form>
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;

function channelsText(email: boolean, sms: boolean): string {
  if (email && sms) return 'Email and text messages are set up.';
  if (email) return 'Email is set up. Text messages are not.';
  if (sms) return 'Text messages are set up. Email is not.';
  return 'Nothing is sent yet: the server’s settings have no SMTP_URL for email and no SMS_URL for text messages.';
}
