/** The data that is stored about a driver's location: the switch, tracker apps, and today's trail. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { deviceButtons } from '~/components/positions/devices.server';
import { Devices, type DevicesAnswer } from '~/components/positions/devices';
import { SHARING_QUESTION, sharingMeaning } from '~/components/positions/sharing';
import { TrailView } from '~/components/positions/trail';
import type { Actor } from '~/domain/kernel/actor';
import { getSharing, saveSharing } from '~/domain/tracking/commands.server';
import { listDevices } from '~/domain/tracking/devices.server';
import { drawTrail } from '~/domain/tracking/trail.server';
import { newFormKey } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Location · Parts Dispatch' }];

const own = (actor: Actor) => ({ userId: actor.id });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listDevices.spec.may);
  const [sharing, devices, trail] = await load(() =>
    Promise.all([
      getSharing({ actor }),
      listDevices({ actor, ...own(actor) }),
      drawTrail(actor, actor.id, undefined),
    ]),
  );
  return { sharing, devices, trail, formKey: newFormKey() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveSharing: button(saveSharing, ({ shares }) => ({
      // Leads back to the page that asked.
      redirectTo: new URL(args.request.url).searchParams.has('driver') ? '/driver' : '/location',
      toast: {
        title: shares ? 'Your location is shared while you have stops' : 'Your location is not shared',
      },
    })),
    ...deviceButtons(args, own),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update your location settings');

export default function Location() {
  const { sharing, devices, trail, formKey } = useLoaderData<typeof loader>();
  const { shares, customersSee } = sharing;
  const answer = useAnswer<DevicesAnswer>();
  useFailureToast(answer && 'problem' in answer ? answer.problem : null);
  return (
    <Stack gap={4}>
      <h1>Location</h1>
      <Card title="Share your location" id="sharing">
        <Stack gap={3}>
          <Inline>
            <Badge tone={shares ? 'going' : 'inactive'}>
              {shares ? 'On' : shares === null ? 'Not decided' : 'Off'}
            </Badge>
            <strong>{SHARING_QUESTION}</strong>
          </Inline>
          <p>{sharingMeaning(customersSee)}</p>
          <p>
            This page sends your position with each tap, and while it is open. It can’t when the phone sleeps;
            a tracker app can. Positions are deleted after {trail.keptDays}{' '}
            {trail.keptDays === 1 ? 'day' : 'days'}; when you arrived at a stop and left it stays with its
            tasks.
          </p>
          <Form method="post" preventScrollReset>
            <Inline>
              {shares !== true && <Choice shares variant="primary" label="Share While I Have Stops" />}
              {shares !== false && <Choice shares={false} label="Don’t Share" />}
            </Inline>
            <input type="hidden" name="intent" value="saveSharing" />
          </Form>
        </Stack>
      </Card>
      <Card title="My trail today" id="trail">
        <TrailView trail={trail} />
      </Card>
      <Card title="Tracker apps" id="devices">
        <Stack gap={3}>
          <p>
            A free app that reports your position also while the phone sleeps. It is used only while you share
            your location.
          </p>
          <Devices devices={devices} answer={answer} page="/location" formKey={formKey} />
        </Stack>
      </Card>
    </Stack>
  );
}

type ChoiceProps = { shares: boolean; label: string; variant?: 'primary' };

const Choice = ({ shares, label, variant }: ChoiceProps) => (
  <Button name="shares" value={String(shares)} size="form" {...(variant && { variant })}>
    {label}
  </Button>
);
