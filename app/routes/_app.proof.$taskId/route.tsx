import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getProof } from '~/domain/customers/links/proof.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { ProofSheet, proofTitle } from '~/components/proof/proof-sheet';
import { LinkButton } from '~/ui/button';
import { PrintButton } from '~/ui/print-button';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? proofTitle(data.proof) : 'Proof'} · Parts Dispatch` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const taskId = pathIdOr404(params.taskId);
  return { taskId, proof: await load(() => getProof(actor, taskId)) };
}

export default function ProofToPrint() {
  const { taskId, proof } = useLoaderData<typeof loader>();
  return (
    <Stack gap={4}>
      <div className={noPrint}>
        <Inline>
          <LinkButton to={`/dispatcher/archived/${String(taskId)}`}>Open the task</LinkButton>
          <PrintButton />
        </Inline>
      </div>
      <ProofSheet proof={proof} />
    </Stack>
  );
}
