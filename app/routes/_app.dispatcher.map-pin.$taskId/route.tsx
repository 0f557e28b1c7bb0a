import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { DOUBTFUL } from '~/domain/accounts/address';
import { placeTask } from '~/domain/tasks/map/place.server';
import { getTask } from '~/domain/tasks/board/queries.server';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { TaskTrouble } from '~/components/board/task-trouble';
import { boardView } from '~/components/board/view';
import { inPlace } from '~/forms/in-place';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Field, Input } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { Pin } from './inputs.server';

export const meta: MetaFunction = () => [{ title: 'Location · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const task = await load(() => getTask({ actor, taskId: pathIdOr404(params.taskId) }));
  const { location, address, latitude, longitude, geo_precision } = task;
  const closeTo = `/dispatcher${boardView(new URL(request.url).search)}`;
  return { location, address, latitude, longitude, geo_precision, closeTo };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const taskId = pathIdOr404(params.taskId);
  return submit(request, actor, {
    placeTask: intent(Pin, async (pin) => {
      await placeTask(actor, taskId, pin);
      const redirectTo = `/dispatcher${boardView(new URL(request.url).search)}`;
      return { redirectTo, toast: { title: 'Location saved' } };
    }),
  });
}

const KNOWN = {
  exact: 'This place was found by its address.',
  approximate: 'This place is approximate (ZIP): it is the middle of the ZIP code.',
  doubtful: DOUBTFUL,
  manual: 'This pin was set by hand.',
};

/** The pin without a pointer: what dragging it does, as a form. */
export const clientAction = inPlace();

export default function PinForm() {
  const { location, address, latitude, longitude, geo_precision, closeTo } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
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
          <Field
            label="Latitude"
            name="latitude"
            required
            errors={errors?.latitude ?? undefined}
            hint="Degrees, for example 39.0997"
          >
            {(control) => (
              <Input
                {...control}
                inputMode="text"
                autoComplete="off"
                defaultValue={latitude ?? ''}
                data-autofocus
              />
            )}
          </Field>
          <Field
            label="Longitude"
            name="longitude"
            required
            errors={errors?.longitude ?? undefined}
            hint="Degrees, west with a minus, for example -94.5786"
          >
            {(control) => (
              <Input {...control} inputMode="text" autoComplete="off" defaultValue={longitude ?? ''} />
            )}
          </Field>
          <CancelOr cancelTo={closeTo} variant="primary" value="placeTask" pending={pending && 'Saving...'}>
            Save Location
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The board behind it stays as it is. */
export const ErrorBoundary = TaskTrouble;
