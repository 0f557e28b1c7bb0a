import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { EVENTS, fill, PLACEHOLDERS, SAMPLE } from '~/domain/customers/messages/events';
import { getMessageSettings, saveEvent } from '~/domain/customers/messages/settings.server';
import { networkNames } from '~/domain/network/settings/network.server';
import { DescribedForm, type FormDescription } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, fillButton, submit } from '~/forms/submit.server';
import { useSent, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Button } from '~/ui/button';
import { Lines, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { messages } from '~/words/en/messages';
import { inLanguage } from '~/words/spoken.server';

export const meta: MetaFunction = () => [{ title: 'Notification · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getMessageSettings.spec.may);
  return load(async () => {
    const { events } = await getMessageSettings({ actor });
    const rule = events.find(({ event }) => event === params.event);
    if (!rule) throw new Response('Not found', { status: 404 });
    return { rule, network: networkNames().name, stopNotes: stopNotes() };
  });
}

const stopNotes = () => ({
  en: inLanguage('en', () => messages.stopNote),
  es: inLanguage('es', () => messages.stopNote),
});

type Previewed = { isPreview: true };

export const action = (args: ActionFunctionArgs) =>
  submit<Previewed>(args, {
    saveEvent: button(saveEvent, () => ({
      redirectTo: LIST.to,
      toast: { title: 'Notification saved' },
    })),
    preview: fillButton<Previewed>(saveEvent.spec.may, () =>
      Promise.resolve({ shown: { isPreview: true }, values: {} }),
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save notification');

const LIST = { to: '/settings/customer-messages', label: 'Messages to Customers' };

export default function EditNotification() {
  const { rule, network, stopNotes } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered | { shown: Previewed; lastResult: SubmissionResult }>();
  const refused = answer && { problem: null, ...answer };
  const sent = useSent(refused, 'saveEvent');
  const facts = { ...SAMPLE, network };
  return (
    <SettingsPage title={EVENTS[rule.event].label} back={LIST} shape="form">
      <DescribedForm
        form={formOf(rule)}
        answer={refused}
        cancelTo={LIST.to}
        beside={
          <Button size="form" name="intent" value="preview">
            Preview
          </Button>
        }
      />
      <section aria-labelledby="preview">
        <Stack gap={1}>
          <h2 id="preview">Preview</h2>
          {(['', 'Es'] as const).map((suffix) => (
            <div key={suffix} lang={suffix === 'Es' ? 'es' : 'en'}>
              <p>
                <b>{fill(typedText(sent, `subject${suffix}`, rule[`subject${suffix}`]), facts)}</b>
              </p>
              <div>
                <Lines text={fill(typedText(sent, `text${suffix}`, rule[`text${suffix}`]), facts)} />
              </div>
            </div>
          ))}
          <p>
            Text messages end with “{stopNotes.en}” or “<span lang="es">{stopNotes.es}</span>”
          </p>
        </Stack>
      </section>
    </SettingsPage>
  );
}

type Texts = { on: boolean } & Record<'subject' | 'text' | 'subjectEs' | 'textEs', string>;

const formOf = ({ on, subject, text, subjectEs, textEs }: Texts): FormDescription => ({
  intent: 'saveEvent',
  submit: 'Save',
  fields: [
    { kind: 'box', name: 'on', label: 'Tell contacts of this', checked: on },
    {
      name: 'subject',
      label: 'Subject',
      hint: 'In emails only',
      maxLength: 150,
      required: true,
      value: subject,
    },
    {
      kind: 'lines',
      name: 'text',
      label: 'Text',
      hint: `May contain ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}. A line whose words are all empty is left out.`,
      rows: 5,
      maxLength: 480,
      required: true,
      value: text,
    },
    {
      name: 'subjectEs',
      label: 'Subject in Spanish',
      hint: 'For contacts whose language is Spanish',
      maxLength: 150,
      required: true,
      value: subjectEs,
    },
    {
      kind: 'lines',
      name: 'textEs',
      label: 'Text in Spanish',
      rows: 5,
      maxLength: 480,
      required: true,
      value: textEs,
    },
  ],
});
