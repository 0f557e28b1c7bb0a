import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { Nothing } from '~/domain/tasks/form-inputs.server';
import { getToken, revokeToken } from '~/domain/users/tokens.server';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireActor } from '~/http/session.server';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Revoke API Token · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { name, user } = await load(() => getToken(actor, pathIdOr404(params.tokenId)));
  return { name, owner: user.id === actor.id ? null : user.name || user.username };
}

/** Somebody else's is one of a list of everybody's. */
const listOf = (owner: unknown) => (owner === null ? '/settings' : '/settings/tokens');

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const id = pathIdOr404(params.tokenId);
  const { user } = await load(() => getToken(actor, id));
  const redirectTo = listOf(user.id === actor.id ? null : user);
  return submit(request, actor, {
    revokeToken: intent(Nothing, async () => {
      const { name } = await revokeToken(actor, id);
      return { redirectTo, toast: { title: 'API token revoked', description: name } };
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to revoke the token');

export default function RevokeToken() {
  const { name, owner } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const pending = useNavigation().state !== 'idle';
  return (
    <RouteDialog
      title="Revoke API Token"
      description={owner ?? undefined}
      closeTo={listOf(owner)}
      size="small"
    >
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
          <p>Scripts that send “{name}” are refused from now on. This can’t be undone.</p>
          <CancelOr
            cancelTo={listOf(owner)}
            size="form"
            variant="danger"
            value="revokeToken"
            pending={pending && 'Revoking...'}
          >
            Revoke Token
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
