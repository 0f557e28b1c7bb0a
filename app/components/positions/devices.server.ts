/** A new tracker app, to be shown once: the link that sets it up, and its QR code. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { codeOf } from '~/components/administration/user-pages.server';
import type { Actor } from '~/domain/kernel/actor';
import { setupOf } from '~/domain/tracking/devices';
import { addDevice, revokeDevice } from '~/domain/tracking/devices.server';
import { button } from '~/forms/submit.server';
import { publicOrigin } from '~/http/origin.server';
import { trackers as words } from '~/words/en/positions';
import type { NewDeviceShown } from './devices';

type Shown = { device: NewDeviceShown };

/** The buttons of a page that lists tracker apps. @param at names their owner, unless the path does. */
export function deviceButtons(args: ActionFunctionArgs, at?: (actor: Actor) => { userId: number }) {
  const { pathname, search } = new URL(args.request.url);
  const back = (title: string, description: string) => ({
    redirectTo: pathname + search,
    toast: { title, description },
  });
  return {
    addDevice: button(
      addDevice,
      ({ id, kind, name, path }) => {
        // A repeated form must not get the address again.
        if (path === undefined) return back(words.addedTitle, name);
        const { link, how } = setupOf(kind, publicOrigin(args.request, args.context) + path, id);
        const shown: Shown = { device: { name, kind, link, how, qr: codeOf(link) } };
        return { shown };
      },
      at ? { at } : {},
    ),
    revokeDevice: button(revokeDevice, ({ name }) => back(words.removedTitle, name), at ? { at } : {}),
  };
}
