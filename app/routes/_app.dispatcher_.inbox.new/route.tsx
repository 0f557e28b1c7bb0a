/** Takes documents that people paste or upload. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { INBOX } from '~/components/inbox/inbox-links';
import { pasteDocuments } from '~/domain/intake/inbox/documents.server';
import { listSources } from '~/domain/intake/inbox/sources.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { typedText, useSent } from '~/forms/typed';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Field, FileInput, SelectField, Textarea } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New Document · Inbox · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, pasteDocuments.spec.may);
  const sources = await load(() => listSources({ actor }));
  return { sources: sources.filter(({ on }) => on).map(({ id, name }) => ({ id, name })) };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    paste: button(
      pasteDocuments,
      (received) => {
        const known = received.filter(({ created }) => !created).length;
        return {
          redirectTo: INBOX,
          toast: {
            title: received.length === 1 ? 'Document stored' : `${String(received.length)} documents stored`,
            ...(known > 0 && { description: `${String(known)} were here already` }),
          },
        };
      },
      { files: 'files' },
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to store the document');

export default function NewDocument() {
  const { sources } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'paste');
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  const refusal = formRefusal(answer);
  const isPending = useNavigation().formData?.get('intent') === 'paste';
  useFailureToast(answer?.problem ?? null);
  return (
    <Card id="new" title="New Document">
      {sources.length === 0 ? (
        <EmptyState>No source is on.</EmptyState>
      ) : (
        <Form method="post" encType="multipart/form-data" preventScrollReset>
          <Stack gap={3}>
            {refusal && <Banner tone="error">{refusal}</Banner>}
            <SelectField
              name="sourceId"
              label="Source"
              options={sources.map(({ id, name }) => [id, name] as const)}
              defaultValue={typedText(sent, 'sourceId')}
            />
            <Field
              name="files"
              label="Files"
              hint="PDF or printer text, each at most 2 MB"
              errors={errors.files}
            >
              {(control) => <FileInput {...control} multiple accept=".pdf,.txt,.prn,.pcl" />}
            </Field>
            <Field
              name="text"
              label="Or paste the text"
              hint="Keep spaces and line breaks"
              errors={errors.text}
            >
              {(control) => (
                <Textarea {...control} rows={8} spellCheck={false} defaultValue={typedText(sent, 'text')} />
              )}
            </Field>
            <Inline>
              <LinkButton size="form" to={INBOX}>
                Cancel
              </LinkButton>
              <Button
                size="form"
                variant="primary"
                name="intent"
                value="paste"
                pending={isPending && 'Storing...'}
              >
                Store
              </Button>
            </Inline>
          </Stack>
        </Form>
      )}
    </Card>
  );
}
