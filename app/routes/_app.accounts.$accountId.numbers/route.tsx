/** The customer numbers under which other systems print an account. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { accountsPath, AccountTrouble, numbersPath } from '~/components/accounts/accounts-links';
import { addNumber, deleteNumber, listNumbers } from '~/domain/intake/inbox/numbers.server';
import { listSources } from '~/domain/intake/inbox/sources.server';
import { getAccount } from '~/domain/network/accounts/queries.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { typedText, useSent } from '~/forms/typed';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { InputField, SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Customer Numbers · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, addNumber.spec.may);
  const accountId = pathIdOr404(params.accountId);
  return load(async () => {
    const { name } = await getAccount({ actor, accountId });
    const [numbers, sources] = await Promise.all([listNumbers({ actor, accountId }), listSources({ actor })]);
    return { name, numbers, sources: sources.map((source) => ({ id: source.id, name: source.name })) };
  });
}

export const action = (args: ActionFunctionArgs) => {
  const redirectTo = numbersPath(pathIdOr404(args.params.accountId), new URL(args.request.url).search);
  return submit(args, {
    addNumber: button(addNumber, ({ number }) => ({ redirectTo, toast: { title: `${number} added` } })),
    deleteNumber: button(deleteNumber, ({ number }) => ({
      redirectTo,
      toast: { title: `${number} deleted` },
    })),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to change customer numbers');

const COLUMNS = ['Number', 'Source', 'Printed as', 'Goes to', 'Actions'];

export default function Numbers() {
  const { name, numbers, sources } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useAnswer<Answered>();
  const refusal = formRefusal(answer);
  const sent = useSent(answer, 'addNumber');
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  const pending = useNavigation().formData?.get('intent');
  useFailureToast(answer?.problem ?? null);
  return (
    <RouteDialog
      title={`Customer Numbers: ${name}`}
      description="The numbers of this account in other systems, by which their documents become its orders"
      closeTo={accountsPath(search)}
      size="wide"
    >
      <Stack gap={4}>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        {numbers.length > 0 ? (
          <Table columns={COLUMNS}>
            {numbers.map(({ id, number, source, name: printed, address, goesTo }) => (
              <tr key={id}>
                <td data-label="Number">
                  <span>{number}</span>
                </td>
                <td data-label="Source">
                  <span>{source}</span>
                </td>
                <td data-label="Printed as">
                  <span>{[printed, address].filter(Boolean).join(', ') || '–'}</span>
                </td>
                <td data-label="Goes to">
                  <span>{goesTo || 'The account’s address'}</span>
                </td>
                <td data-label="Actions">
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="numberId" value={id} />
                    <Button
                      variant="danger"
                      name="intent"
                      value="deleteNumber"
                      aria-label={`Delete ${number}`}
                      disabled={pending !== undefined}
                    >
                      Delete
                    </Button>
                  </Form>
                </td>
              </tr>
            ))}
          </Table>
        ) : (
          <EmptyState>No customer numbers yet. Answers in the Inbox are kept here.</EmptyState>
        )}
        {sources.length > 0 && (
          <Form method="post" preventScrollReset>
            <Stack gap={3}>
              <InputField
                name="number"
                label="Customer number"
                required
                maxLength={100}
                autoComplete="off"
                errors={errors.number}
                defaultValue={typedText(sent, 'number')}
              />
              <SelectField
                name="sourceId"
                label="Source"
                options={sources.map((source) => [source.id, source.name] as const)}
                defaultValue={typedText(sent, 'sourceId')}
              />
              <Inline>
                <Button
                  size="form"
                  variant="primary"
                  name="intent"
                  value="addNumber"
                  pending={pending === 'addNumber' && 'Adding...'}
                >
                  Add Number
                </Button>
              </Inline>
            </Stack>
          </Form>
        )}
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = AccountTrouble;
