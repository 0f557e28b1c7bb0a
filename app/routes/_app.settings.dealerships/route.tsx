import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { DOUBTFUL, ESTIMATED_NUMBER } from '~/domain/geography/address';
import { listAllLocations, saveLocation } from '~/domain/network/dealerships/commands.server';
import { addDealership, changeDealership } from '~/domain/network/dealerships/manage.server';
import { listDealerships } from '~/domain/network/dealerships/names.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { useSent, typedText } from '~/forms/typed';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { RouteDialog } from '~/ui/dialog';
import { Button } from '~/ui/button';
import { Errors, Input } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { Table } from '~/ui/table';
import { LocationEditor, LocationRow } from './locations';
import * as css from './locations.css';

export const meta: MetaFunction = () => [{ title: 'Dealership Location Management · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listAllLocations.spec.may);
  const [locations, dealerships] = await load(() =>
    Promise.all([listAllLocations({ actor }), listDealerships({ actor })]),
  );
  const { searchParams } = new URL(request.url);
  return {
    locations,
    retired: dealerships.filter(({ retiredAt }) => retiredAt).map(({ name }) => name),
    editing: searchParams.get('edit'),
    renaming: searchParams.get('rename'),
  };
}

const changed =
  (title: string) =>
  ({ name }: { name: string }) => ({
    redirectTo: '/settings/dealerships',
    toast: { title, description: name },
  });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    addDealership: button(addDealership, changed('Dealership added')),
    renameDealership: button(changeDealership, changed('Dealership renamed')),
    retireDealership: button(changeDealership, changed('Dealership retired'), {
      compose: () => ({ retired: true }),
    }),
    restoreDealership: button(changeDealership, changed('Dealership restored'), {
      compose: () => ({ retired: false }),
    }),
    saveLocation: button(saveLocation, ({ latitude, geoPrecision }) => ({
      redirectTo: '/settings/dealerships',
      toast: {
        title: 'Location saved',
        description: latitude === null ? undefined : FOUND[geoPrecision ?? 'exact'],
      },
    })),
  });

const FOUND = {
  exact: 'The map and routes start there.',
  manual: 'The map and routes start there.',
  interpolated: `${ESTIMATED_NUMBER}.`,
  street: 'Its location on the map is approximate (street).',
  approximate: 'Its location on the map is approximate (ZIP).',
  doubtful: DOUBTFUL,
};

const FAILURES: Record<string, string> = {
  addDealership: 'Failed to add the dealership.',
  renameDealership: 'Failed to rename the dealership.',
  retireDealership: 'Failed to retire the dealership.',
  restoreDealership: 'Failed to restore the dealership.',
};

export const clientAction = keepDialogOnNetworkError('Failed to save dealership location');

export default function DealershipLocations() {
  const { locations, retired, editing, renaming } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  useFailureToast(answer?.problem ?? null);
  const added = useSent(answer, 'addDealership');
  const adding = added?.error?.name;
  const edited = useSent(answer, 'renameDealership', 'saveLocation');
  return (
    <RouteDialog title="Dealership Location Management" closeTo="/settings" size="wide">
      <Stack gap={3}>
        {answer?.problem && (
          <Banner tone="error" title={FAILURES[answer.intent ?? ''] ?? 'Failed to save dealership location.'}>
            {answer.problem.error}
          </Banner>
        )}
        <Table columns={['Dealership', 'Display Name', 'Address', 'City', 'State', 'ZIP', 'Actions']}>
          {locations.map((location) =>
            location.name === editing ? (
              <LocationEditor key={location.name} location={location} lastResult={edited} />
            ) : (
              <LocationRow
                key={location.name}
                location={location}
                isRetired={retired.includes(location.name)}
                isRenaming={location.name === renaming}
                lastResult={edited}
              />
            ),
          )}
        </Table>
        <Form method="post" preventScrollReset>
          <div className={css.adder}>
            <Input
              name="name"
              aria-label="Name of the new dealership"
              placeholder="New dealership"
              maxLength={100}
              autoComplete="off"
              defaultValue={typedText(added, 'name')}
              aria-describedby={adding ? 'new-dealership-error' : undefined}
              aria-invalid={adding ? true : undefined}
            />
            <Button size="form" name="intent" value="addDealership">
              Add Dealership
            </Button>
          </div>
          <Errors id="new-dealership-error" errors={adding} />
        </Form>
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
