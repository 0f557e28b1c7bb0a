/** Tracker apps of a driver: their names, their last reports, and a form that adds one. */
import { Form } from '@remix-run/react';
import { QrCode, type QrSquares } from '~/components/administration/sign-in-link';
import { appsOf, DEVICE_KINDS, type DeviceKind } from '~/domain/tracking/devices';
import type { Device } from '~/domain/tracking/schema';
import { typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Field, InputField, Select } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { ShownOnce } from '~/ui/shown-once';
import { Table } from '~/ui/table';
import { Ago, Time } from '~/ui/time';
import { trackers as words } from '~/words/en/positions';
import { asWritten } from '~/words/words';

export type NewDeviceShown = { name: string; kind: DeviceKind; link: string; how: string; qr: QrSquares };

export type DevicesAnswer = Answered | { shown: { device: NewDeviceShown } };

type Props = {
  devices: Device[];
  answer: DevicesAnswer | undefined;
  /** The path of the page. The dialog with the link leads back to it. */
  page: string;
  formKey: string;
};

export function Devices({ devices, answer, page, formKey }: Props) {
  if (answer && 'shown' in answer) return <NewDevice device={answer.shown.device} doneTo={page} />;
  const sent = answer?.lastResult;
  return (
    <Stack gap={4}>
      {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
      {devices.length > 0 && (
        <Table columns={[words.app, words.lastPosition, words.battery, words.actions]}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} page={page} />
          ))}
        </Table>
      )}
      <Form method="post" action={page} preventScrollReset>
        <Stack gap={3}>
          <input type="hidden" name="_key" value={formKey} />
          <Field label={words.tracker} name="kind" errors={sent?.error?.kind}>
            {(control) => (
              <Select {...control} defaultValue={typedText(sent, 'kind', 'owntracks')}>
                {DEVICE_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {appsOf(kind)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <InputField
            label={words.phoneName}
            name="name"
            id="device-name"
            required
            maxLength={100}
            autoComplete="off"
            defaultValue={typedText(sent, 'name', words.phone)}
            errors={sent?.error?.name}
          />
          <Inline>
            <Button size="form" name="intent" value="addDevice">
              {words.add}
            </Button>
          </Inline>
        </Stack>
      </Form>
    </Stack>
  );
}

function DeviceRow({ device, page }: { device: Device; page: string }) {
  const { id, kind, name, createdAt, lastSeenAt, battery } = device;
  return (
    <tr>
      <td data-label={words.app}>
        <span>
          <span {...asWritten()}>{name}</span> {words.added(appsOf(kind))}
          <Time iso={createdAt} />
        </span>
      </td>
      <td data-label={words.lastPosition}>{lastSeenAt ? <Ago iso={lastSeenAt} /> : words.none}</td>
      <td data-label={words.battery}>{battery === null ? words.unknown : `${String(battery)}%`}</td>
      <td data-label={words.actions}>
        <Form method="post" action={page} preventScrollReset>
          <input type="hidden" name="deviceId" value={id} />
          <Button name="intent" value="revokeDevice" variant="danger" aria-label={words.removeNamed(name)}>
            {words.remove}
          </Button>
        </Form>
      </td>
    </tr>
  );
}

/** Shows the link of a new app. It can't be shown again. */
export function NewDevice({ device, doneTo }: { device: NewDeviceShown; doneTo: string }) {
  const { name, kind, link, how, qr } = device;
  return (
    <ShownOnce
      title={appsOf(kind)}
      description={<span {...asWritten()}>{name}</span>}
      label={words.link}
      name="link"
      value={link}
      doneTo={doneTo}
      isPrintable
      picture={<QrCode qr={qr} label={words.qr(appsOf(kind))} />}
      hint={words.once}
    >
      {how}
    </ShownOnce>
  );
}
