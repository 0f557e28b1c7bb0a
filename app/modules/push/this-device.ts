/**
 * Notifications of this device. It asks the browser and informs the server. It is loaded when someone wants
 * notifications.
 */
import type { Push } from './subscriptions.server';
import { offers as words } from '~/words/en/device';
import { mark, setMark } from './mark';

/** The reason why this browser can't show notifications; null when it can. */
export function hindrance(): string | null {
  if (!window.isSecureContext) return words.needsHttps;
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? words.homeScreenFirst : words.cannotNotify;
  if (Notification.permission === 'denied') return words.blocked;
  return null;
}

/** Names the person, the session and the key that they were turned on with. A restored database has another key. */
const markOf = (userId: number, push: Push) => `${sessionOf(userId, push)} ${push.publicKey}`;
const sessionOf = (userId: number, { signedInAt }: Push) => `${String(userId)} ${signedInAt ?? ''}`;

const askServer = async () => (await call('GET', '/api/user/push')) as Push;

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(path, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)}`);
  return response.json();
}

/** Asks the person, unless they have answered before. @returns true if notifications are on now. */
export async function turnOn(userId: number, known?: Push): Promise<boolean> {
  // This comes first, because Safari asks only while it handles the tap.
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const push = known ?? (await askServer());
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push.publicKey });
  const subscription = await subscribe().catch(async () => {
    // An earlier installation at this address had another key. Its subscription has to end first.
    await (await pushManager.getSubscription())?.unsubscribe();
    return subscribe();
  });
  const { endpoint, keys } = subscription.toJSON();
  await call('PUT', '/api/user/push', { endpoint, keys });
  setMark(markOf(userId, push));
  return true;
}

export async function turnOff(push: Push): Promise<void> {
  const here = push.subscriptions.find(({ isThisDevice }) => isThisDevice);
  if (here) await call('DELETE', `/api/user/push/${String(here.id)}`);
  setMark('');
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Renews the subscription in a new session of the same person. A device that was removed by hand stays off. */
export async function renew(userId: number): Promise<void> {
  if (hindrance() !== null || Notification.permission !== 'granted') return;
  const push = await askServer();
  // Version 1.0.0 stored no key.
  if (mark() === sessionOf(userId, push)) setMark(markOf(userId, push));
  if (mark() !== markOf(userId, push)) await turnOn(userId, push);
}
