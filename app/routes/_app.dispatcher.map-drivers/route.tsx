import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { listDriversOnMap } from '~/domain/views/map/map.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { boardView } from '~/components/board/board-links';
import { isShown, mapView, readOwners, showValue } from '~/components/map/map-params';
import { KeptFields } from '~/forms/view-params';
import { Button } from '~/ui/button';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import type { Counts } from '~/domain/tasks/model/counts';
import { EmptyState } from '~/ui/banner';
import * as css from './drivers.css';

export const meta: MetaFunction = () => [{ title: 'Show Drivers · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const { search, searchParams } = new URL(request.url);
  const all = await load(() => listDriversOnMap(actor));
  const checked = readOwners(searchParams.getAll('on'));
  const press = searchParams.get('press');
  if (press === 'apply') {
    const show = showValue(
      checked,
      all.map(({ id }) => id),
    );
    throw redirect(`/dispatcher${boardView(search, { show })}`);
  }
  const view = mapView(search);
  return {
    press,
    view: boardView(search),
    kept: boardView(search, { show: null }),
    drivers: all.map((driver) => ({
      ...driver,
      isShown: press ? press === 'all' : isShown(view, driver.id),
    })),
  };
}

const tasks = ({ open, completed }: Counts) =>
  [open > 0 && `${String(open)} open`, completed > 0 && `${String(completed)} completed`]
    .filter(Boolean)
    .join(', ');

export default function ShowDrivers() {
  const { drivers, kept, view, press } = useLoaderData<typeof loader>();
  const close = `/dispatcher${view}`;
  if (drivers.length === 0) {
    return (
      <RouteDialog title="Show Drivers" closeTo={close} size="small">
        <EmptyState>No drivers with active tasks found</EmptyState>
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title="Show Drivers" closeTo={close} size="small">
      <Form action="/dispatcher/map-drivers" preventScrollReset key={press}>
        <Stack gap={4}>
          <KeptFields search={kept} />
          <Inline>
            <Button name="press" value="all">
              Select All
            </Button>
            <Button name="press" value="none">
              Clear All
            </Button>
          </Inline>
          <Table columns={['Driver', 'Tasks']} className={css.table}>
            {drivers.map(({ id, name, counts, isShown: on }) => (
              <tr key={id}>
                <td>
                  <label className={css.driver}>
                    <input type="checkbox" name="on" value={id} defaultChecked={on} />
                    {name}
                  </label>
                </td>
                <td>{tasks(counts)}</td>
              </tr>
            ))}
          </Table>
          <CancelOr cancelTo={close} variant="primary" name="press" value="apply">
            Apply
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The board behind it stays. */
export const ErrorBoundary = DialogTrouble;
