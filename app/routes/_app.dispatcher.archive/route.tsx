import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { archiveCompleted } from '~/domain/tasks/lifecycle/batches.server';
import { getBoard } from '~/domain/tasks/board/board.server';
import { Nothing } from '~/domain/tasks/form/inputs.server';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { intent, newFormKey, submit } from '~/http/form.server';
import { load } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { DialogTrouble } from '~/forms/dialog-trouble';
import { undoOffer } from '~/components/board/undo-offer.server';
import { boardView } from '~/components/board/view';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Archive Tasks · Parts Dispatch' }];

const tasks = (count: number) => `${String(count)} ${count === 1 ? 'task' : 'tasks'}`;

const closeTo = (url: string) => `/dispatcher${boardView(new URL(url).search)}`;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const { completedCount } = await load(() => getBoard(actor));
  return { completedCount, formKey: newFormKey(), back: closeTo(request.url) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  return submit(request, actor, {
    archiveCompleted: intent(Nothing, async () => {
      const { result, undoId } = await undoable(actor, () => archiveCompleted({ actor }));
      const toast = { title: `${tasks(result.archivedCount)} archived`, ...undoOffer(undoId) };
      return { redirectTo: closeTo(request.url), toast };
    }),
  });
}

export const clientAction = inPlace('Failed to archive tasks');

export default function ArchiveTasks() {
  const { completedCount, formKey, back } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const pending = useNavigation().state !== 'idle';
  return (
    <RouteDialog title="Archive Tasks" closeTo={back} size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
          <p>
            {completedCount === 0
              ? 'There are no completed tasks to archive.'
              : `${tasks(completedCount)} of all drivers ${completedCount === 1 ? 'is' : 'are'} completed and will move to the history.`}
          </p>
          <input type="hidden" name="_key" value={formKey} />
          <Inline>
            <LinkButton to={back} preventScrollReset>
              Close
            </LinkButton>
            {completedCount > 0 && (
              <Button
                variant="primary"
                name="intent"
                value="archiveCompleted"
                pending={pending && 'Archiving...'}
              >
                Archive {tasks(completedCount)}
              </Button>
            )}
          </Inline>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The board behind it stays as it is. */
export const ErrorBoundary = DialogTrouble;
