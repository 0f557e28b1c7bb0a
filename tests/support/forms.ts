/** Forms as a browser without JavaScript sends them, and the message that the next page would show. */
import type { Client } from './client';

type Fields = Record<string, string | number | (string | number)[]>;

type Toast = { title: string; description?: string; offer?: { action: string; fields: { undoId: string } } };

export async function submitForm(client: Client, path: string, fields: Fields) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) form.append(name, String(each));
  }
  const answer = await client.post<string>(path, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    toast: readToast(answer.headers),
    body: answer.body,
  };
}

/** The flash cookie is signed, not secret: base64 of JSON, then the signature. */
function readToast(headers: Headers): Toast | null {
  const cookie = headers.getSetCookie().find((each) => each.startsWith('flash='));
  const value = decodeURIComponent(cookie?.slice('flash='.length).split(';')[0] ?? '');
  const [json = ''] = value.split('.');
  if (json === '') return null;
  return JSON.parse(Buffer.from(json, 'base64').toString('utf8')) as Toast;
}

/** Presses the Undo button of a message. */
export async function undo(client: Client, toast: Toast | null) {
  const offer = toast?.offer;
  if (!offer) throw new Error('There is nothing to undo');
  return submitForm(client, offer.action, { ...offer.fields, back: '/dispatcher' });
}
