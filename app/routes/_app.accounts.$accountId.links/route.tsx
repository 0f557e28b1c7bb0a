import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { accountsPath, AccountTrouble } from '~/components/accounts/accounts-links';
import { CustomerLinks } from '~/components/proof/customer-links';
import { linkButtons } from '~/components/proof/link-buttons.server';
import { getAccount } from '~/domain/network/accounts/queries.server';
import { createAccountLink, listProofLinks, revokeAccountLink } from '~/domain/customers/links/links.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Customer Links · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, createAccountLink.spec.may);
  const accountId = pathIdOr404(params.accountId);
  return load(async () => {
    const { name } = await getAccount({ actor, accountId });
    return { id: accountId, name, links: await listProofLinks(actor, { accountId }) };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, linkButtons(args, createAccountLink, revokeAccountLink));

export const clientAction = keepDialogOnNetworkError('Failed to update customer links');

export default function AccountLinks() {
  const { id, name, links } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const problem = answer && 'problem' in answer ? answer.problem : null;
  const { search } = useLocation();
  return (
    <RouteDialog title={`Customer Links: ${name}`} closeTo={accountsPath(search)} size="form">
      <Stack gap={3}>
        {problem && <Banner tone="error">{problem.error}</Banner>}
        <CustomerLinks
          what="the account’s open deliveries and the proofs of seven days, can write to the office about each"
          isStanding
          links={links}
          made={answer && 'shown' in answer ? answer.shown.link : null}
        />
        <Inline>
          <LinkButton to={`/accounts/${String(id)}/day`}>A Day on Paper</LinkButton>
        </Inline>
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = AccountTrouble;
