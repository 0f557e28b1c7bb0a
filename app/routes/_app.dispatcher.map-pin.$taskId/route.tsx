import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { APPROXIMATE, DOUBTFUL, ESTIMATED_NUMBER, ON_STREET } from '~/domain/geography/address';
import { placeTask } from '~/domain/tasks/lifecycle/place.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { button, submit } from '~/forms/submit.server';
import { loadOne } from '~/http/page.server';
import { TaskTrouble } from '~/components/board/dialog-trouble';
import { boardView } from '~/components/board/board-links';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { Banner } from '~/ui/banner';
import { RouteDialog } from '~/ui/dialog';
import { InputField } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { CancelOr } from '~/ui/cancel-or';

export const meta: MetaFunction = () => [{ title: 'Location · Parts Dispatch' }];

const boardOf = ({ url }: Request) => `/dispatcher${boardView(new URL(url).search)}`;

export const loader = (args: LoaderFunctionArgs) =>
  loadOne(
    args,
    getTask,
    ({ location, address, latitude, longitude, geo_precision }) => ({
      location,
      address,
      latitude,
      longitude,
      geo_precision,
      closeTo: boardOf(args.request),
    }),
    placeTask.spec.may,
  );

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    placeTask: button(
      placeTask,
      () => ({ redirectTo: boardOf(args.request), toast: { title: 'Location saved' } }),
      { required: { latitude: 'Latitude is required', longitude: 'Longitude is required' } },
    ),
  });

const KNOWN = {
  exact: 'Located from the address.',
  interpolated: `${ESTIMATED_NUMBER}.`,
  street: `${ON_STREET}: its house number is not known there.`,
  approximate: `${APPROXIMATE}: the center of the ZIP code.`,
  doubtful: DOUBTFUL,
  manual: 'This pin was set by hand.',
};

export const clientAction = keepDialogOnNetworkError();

export default function PinForm() {
  const { location, address, latitude, longitude, geo_precision, closeTo } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const pending = useNavigation().state !== 'idle';
  const errors = answer?.lastResult.error;
  return (
    <RouteDialog title={`Location of ${location}`} description={address} closeTo={closeTo} size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && (
            <Banner tone="error" title="Failed to update task.">
              {answer.problem.error}
            </Banner>
          )}
          <p>{geo_precision ? KNOWN[geo_precision] : 'This stop is not on the map yet.'}</p>
          <InputField
            label="Latitude"
            name="latitude"
            required
            errors={errors?.latitude}
            hint="Degrees, for example 39.0997"
            inputMode="text"
            autoComplete="off"
            defaultValue={latitude ?? ''}
            data-autofocus
          />
          <InputField
            label="Longitude"
            name="longitude"
            required
            errors={errors?.longitude}
            hint="Degrees, negative for west, for example -94.5786"
            inputMode="text"
            autoComplete="off"
            defaultValue={longitude ?? ''}
          />
          <CancelOr cancelTo={closeTo} variant="primary" value="placeTask" pending={pending && 'Saving...'}>
            Save Location
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The board behind it stays. */
export const ErrorBoundary = TaskTrouble;
