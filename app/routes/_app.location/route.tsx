/** The data that is stored about a driver's location: the switch, tracker apps, and today's trail. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { deviceButtons } from '~/components/positions/devices.server';
import { Devices, type DevicesAnswer } from '~/components/positions/devices';
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
import { sharing as words } from '~/words/en/device';

export const meta: MetaFunction = () => [{ title: words.title }];

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
        title: shares ? words.shared : words.notShared,
      },
    })),
    ...deviceButtons(args, own),
  });

export const clientAction = keepDialogOnNetworkError(() => words.failed);

export default function Location() {
  const { sharing, devices, trail, formKey } = useLoaderData<typeof loader>();
  const { shares, customersSee } = sharing;
  const answer = useAnswer<DevicesAnswer>();
  useFailureToast(answer && 'problem' in answer ? answer.problem : null);
  return (
    <Stack gap={4}>
      <h1>{words.heading}</h1>
      <Card title={words.shareTitle} id="sharing">
        <Stack gap={3}>
          <Inline>
            <Badge tone={shares ? 'going' : 'inactive'}>
              {shares ? words.on : shares === null ? words.undecided : words.off}
            </Badge>
            <strong>{words.question}</strong>
          </Inline>
          <p>{words.meaning(customersSee ?? false)}</p>
          <p>{words.about(trail.keptDays)}</p>
          <Form method="post" preventScrollReset>
            <Inline>
              {shares !== true && <Choice shares variant="primary" label={words.shareOnRoute} />}
              {shares !== false && <Choice shares={false} label={words.dontShare} />}
            </Inline>
            <input type="hidden" name="intent" value="saveSharing" />
          </Form>
        </Stack>
      </Card>
      <Card title={words.trail} id="trail">
        <TrailView trail={trail} />
      </Card>
      <Card title={words.trackers} id="devices">
        <Stack gap={3}>
          <p>{words.trackersAbout}</p>
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
