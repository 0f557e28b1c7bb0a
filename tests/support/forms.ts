/** Sends forms as a browser without JavaScript does, and reads the message that the next page would show. */
import type { Client } from './client';

type Fields = Record<string, string | number | (string | number)[]>;

export type Toast = {
  title: string;
  description?: string;
  offer?: { action: string; fields: { undoId: string } };
};

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

/** The flash cookie is signed but not encrypted: base64 of JSON, then the signature. */
export function readToast(headers: Headers): Toast | null {
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

/** Returns the fields of the page's form with this button, as a browser would send them: inputs and chosen options. */
export async function openForm(
  client: Client,
  path: string,
  intent: string,
): Promise<Record<string, string>> {
  const { body } = await client.get<string>(path);
  const form = body.split('<form').find((each) => each.includes(`value="${intent}"`));
  if (form === undefined) throw new Error(`${path} has no form with ${intent}`);
  const [whole = ''] = form.split('</form>');
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  const fields: Record<string, string> = { intent };
  for (const [tag] of whole.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name');
    if (name !== undefined) fields[name] = attribute(tag, 'value') ?? '';
  }
  for (const [tag] of whole.matchAll(/<select.*?<\/select>/gs)) {
    const chosen = /<option[^>]*selected[^>]*>/.exec(tag)?.[0] ?? '';
    fields[attribute(tag, 'name') ?? ''] = attribute(chosen, 'value') ?? '';
  }
  return fields;
}
