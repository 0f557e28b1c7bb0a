import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { narrow } from '~/components/administration/settings-page.css';
import { SettingsPage } from '~/components/administration/settings-page';
import { EVENTS } from '~/domain/customers/messages/events';
import {
  getMessageSettings,
  saveLinkSettings,
  saveMessageLanguage,
  saveQuietHours,
} from '~/domain/customers/messages/settings.server';
import { sendTestMessage } from '~/domain/customers/messages/trial.server';
import { DescribedForm, type FormDescription } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { useAnswer } from '~/ui/use-answer';
import { LANGUAGES } from '~/words/languages';

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
    saveMessageLanguage: button(saveMessageLanguage, () => ({
      redirectTo: '/settings/customer-messages',
      toast: { title: 'Language saved' },
    })),
    saveLinkSettings: button(saveLinkSettings, () => ({
      redirectTo: '/settings/customer-messages',
      toast: { title: 'Customer links saved' },
    })),
    sendTestMessage: button(sendTestMessage, ({ channel }) => ({
      redirectTo: '/settings/customer-messages',
      toast: { title: channel === 'email' ? 'Test email sent' : 'Test text message sent' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save settings');

const quietHours = (quietFrom: string, quietTo: string): FormDescription => ({
  intent: 'saveQuietHours',
  submit: 'Save',
  fields: [
    {
      kind: 'text',
      name: 'about',
      text: 'Nothing is sent in these hours. Messages still relevant are sent afterward.',
    },
    { name: 'quietFrom', label: 'From', type: 'time', value: quietFrom },
    { name: 'quietTo', label: 'To', type: 'time', value: quietTo },
  ],
});

const customerLinks = (showDistance: boolean): FormDescription => ({
  intent: 'saveLinkSettings',
  submit: 'Save',
  variant: 'secondary',
  fields: [
    {
      kind: 'box',
      name: 'showDistance',
      label: 'Say how far away the driver is, while the stop is next',
      checked: showDistance,
    },
    {
      kind: 'text',
      name: 'about',
      text: 'Only the distance, never the place. Drivers read about it under Location; tell them before.',
    },
  ],
});

const languages = (language: string): FormDescription => ({
  intent: 'saveMessageLanguage',
  submit: 'Save',
  variant: 'secondary',
  fields: [
    {
      kind: 'select',
      name: 'language',
      label: 'Of contacts that have none of their own',
      options: Object.entries(LANGUAGES),
      value: language,
    },
  ],
});

const TEST: FormDescription = {
  intent: 'sendTestMessage',
  submit: 'Send Test Message',
  variant: 'secondary',
  fields: [{ name: 'recipient', label: 'Email address or phone number', required: true }],
};

export default function NotificationSettings() {
  const { email, sms, quietFrom, quietTo, showDistance, language, events } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <SettingsPage
      title="Messages to Customers"
      description="What contacts of accounts are told about deliveries"
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
        <h2>Quiet hours</h2>
        <div className={narrow}>
          <DescribedForm
            form={quietHours(quietFrom, quietTo)}
            answer={answer}
            beside={
              <LinkButton size="form" to="/accounts/messages">
                Messages Sent
              </LinkButton>
            }
          />
        </div>
        {(email || sms) && (
          <>
            <h2>Test</h2>
            <div className={narrow}>
              <DescribedForm form={TEST} answer={answer} />
            </div>
          </>
        )}
        <h2>Language</h2>
        <div className={narrow}>
          <DescribedForm form={languages(language)} answer={answer} />
        </div>
        <h2>Links for customers</h2>
        <DescribedForm form={customerLinks(showDistance)} answer={answer} />
      </Stack>
    </SettingsPage>
  );
}

function channelsText(email: boolean, sms: boolean): string {
  if (email && sms) return 'Email and text messages are set up.';
  if (email) return 'Email is set up. Text messages are not.';
  if (sms) return 'Text messages are set up. Email is not.';
  return 'Email and texts aren’t set up (SMTP_URL, SMS_URL).';
}
