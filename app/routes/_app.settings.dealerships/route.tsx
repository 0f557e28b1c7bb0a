import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DOUBTFUL } from '~/domain/accounts/address';
import { listAllLocations, saveLocation } from '~/domain/dealerships/commands.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { Table } from '~/ui/table';
import { LocationEditor, LocationRow } from './locations';

export const meta: MetaFunction = () => [{ title: 'Dealership Location Management · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listAllLocations.spec.may);
  const locations = await load(() => listAllLocations({ actor }));
  return { locations, editing: new URL(request.url).searchParams.get('edit') };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveLocation: button(saveLocation, ({ latitude, geoPrecision }) => ({
      redirectTo: '/settings/dealerships',
      toast: {
        title: 'Location saved',
        description: latitude === null ? undefined : FOUND[geoPrecision ?? 'exact'],
      },
    })),
  });

const FOUND = {
  exact: 'The map and routes begin there.',
  manual: 'The map and routes begin there.',
  approximate: 'Its place on the map is approximate (ZIP).',
  doubtful: DOUBTFUL,
};

export const clientAction = inPlace('Failed to save dealership location');

export default function DealershipLocations() {
  const { locations, editing } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  useFailureToast(answer?.problem ?? null);
  return (
    <RouteDialog title="Dealership Location Management" closeTo="/settings" size="wide">
      <Stack gap={3}>
        {answer?.problem && (
          <Banner tone="error" title="Failed to save dealership location.">
            {answer.problem.error}
          </Banner>
        )}
        <Table columns={['Dealership', 'Display Name', 'Address', 'City', 'State', 'ZIP', 'Actions']}>
          {locations.map((location) =>
            location.name === editing ? (
              <LocationEditor key={location.name} location={location} lastResult={answer?.lastResult} />
            ) : (
              <LocationRow key={location.name} location={location} />
            ),
          )}
        </Table>
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
