import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { EVENTS, fill, PLACEHOLDERS, SAMPLE, STOP_NOTE } from '~/domain/customers/messages/events';
import { getMessageSettings, saveEvent } from '~/domain/customers/messages/settings.server';
import { networkNames } from '~/domain/network/settings/network.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, fillButton, submit } from '~/forms/submit.server';
import { useSent, typedBox, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Box, Field, InputField, Textarea } from '~/ui/field';
import { Inline, Lines, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Notification · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getMessageSettings.spec.may);
  return load(async () => {
    const { events } = await getMessageSettings({ actor });
    const rule = events.find(({ event }) => event === params.event);
    if (!rule) throw new Response('Not found', { status: 404 });
    return { rule, network: networkNames().name };
  });
}

type Previewed = { isPreview: true };

export const action = (args: ActionFunctionArgs) =>
  submit<Previewed>(args, {
    saveEvent: button(saveEvent, () => ({
      redirectTo: '/settings/customer-messages',
      toast: { title: 'Notification saved' },
    })),
    preview: fillButton<Previewed>(saveEvent.spec.may, () => Promise.resolve({ shown: { isPreview: true } })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save notification');

export default function EditNotification() {
  const { rule, network } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'saveEvent', 'preview');
  const pending = useNavigation().state !== 'idle';
  const [subject, text] = [typedText(sent, 'subject', rule.subject), typedText(sent, 'text', rule.text)];
  const facts = { ...SAMPLE, network };
  const press = { type: 'submit', size: 'form', name: 'intent', disabled: pending } as const;
  return (
    <RouteDialog title={EVENTS[rule.event].label} closeTo="/settings/customer-messages" size="form">
      <Form method="post" preventScrollReset>
        <Stack gap={3}>
          {answer?.problem && !answer.problem.fields && <Banner tone="error">{answer.problem.error}</Banner>}
          <Box name="on" label="Tell contacts of this" defaultChecked={typedBox(sent, 'on', rule.on)} />
          <InputField
            label="Subject"
            name="subject"
            id="subject"
            required
            maxLength={150}
            hint="In emails only"
            errors={sent?.error?.subject}
            defaultValue={subject}
          />
          <Field
            label="Text"
            name="text"
            required
            hint={`May contain ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}. A line whose words are all empty is left out.`}
            errors={sent?.error?.text}
          >
            {(control) => <Textarea {...control} rows={5} maxLength={480} defaultValue={text} />}
          </Field>
          <section aria-labelledby="preview">
            <Stack gap={1}>
              <h3 id="preview">Preview</h3>
              <p>
                <b>{fill(subject, facts)}</b>
              </p>
              <div>
                <Lines text={fill(text, facts)} />
              </div>
              <p>Text messages end with “{STOP_NOTE}”</p>
            </Stack>
          </section>
          <Inline>
            <Button {...press} variant="primary" value="saveEvent">
              Save
            </Button>
            <Button {...press} value="preview">
              Preview
            </Button>
            <LinkButton size="form" to="/settings/customer-messages" preventScrollReset>
              Cancel
            </LinkButton>
          </Inline>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
