import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getBoard } from '~/domain/views/board/board.server';
import { unsignedDeliveries, type Unsigned as Task } from '~/domain/tasks/evidence/signatures.server';
import { archiveCompleted } from '~/domain/tasks/lifecycle/batches.server';
import { confirm } from '~/forms/confirm';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { button, submit } from '~/forms/submit.server';
import { newFormKey } from '~/forms/answers.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { boardView, useViewLink } from '~/components/board/board-links';
import { Banner } from '~/ui/banner';
import { buttonLook } from '~/ui/button';

const tasks = (count: number) => `${String(count)} ${count === 1 ? 'task' : 'tasks'}`;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, archiveCompleted.spec.may);
  const [{ completedCount }, unsigned] = await load(() =>
    Promise.all([getBoard(actor), unsignedDeliveries(actor)]),
  );
  return { count: completedCount, unsigned, formKey: newFormKey() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    archiveCompleted: button(
      archiveCompleted,
      ({ archivedCount }) => ({
        redirectTo: `/dispatcher${boardView(new URL(args.request.url).search)}`,
        toast: { title: `${tasks(archivedCount)} archived` },
      }),
      { undo: true },
    ),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Archive Tasks',
  text: ({ count }) =>
    count === 0
      ? 'There are no completed tasks to archive.'
      : `This moves ${count === 1 ? '1 completed task' : `${String(count)} completed tasks`} to the history, for all drivers.`,
  below: ({ unsigned }) => <Unsigned {...unsigned} />,
  intent: 'archiveCompleted',
  label: ({ count, unsigned }) =>
    count > 0 && (unsigned.count > 0 ? 'Archive anyway' : `Archive ${tasks(count)}`),
  cancel: 'Close',
  variant: 'primary',
  formKey: ({ formKey }) => formKey,
  pending: 'Archiving...',
  back: (_, search) => `/dispatcher${boardView(search)}`,
  failure: 'Failed to archive tasks',
});

/** Replaces only the dialog. The board behind it stays. */
export { ConfirmDialog as default, meta, clientAction, DialogTrouble as ErrorBoundary };

type Props = { tasks: Task[]; count: number };

/** Lists deliveries without a signature, because proof may be needed later. */
function Unsigned({ tasks, count }: Props) {
  const viewLink = useViewLink();
  if (count === 0) return null;
  const more = count - tasks.length;
  return (
    <Banner title={`${String(count)} without a signature`}>
      <details>
        <summary {...buttonLook({})}>Show</summary>
        <ul>
          {tasks.map(({ id, location, invoiceNumber }) => (
            <li key={id}>
              <a href={viewLink(`/dispatcher/tasks/${String(id)}`)}>
                {[location, invoiceNumber].filter(Boolean).join(' · ')}
              </a>
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      </details>
    </Banner>
  );
}
