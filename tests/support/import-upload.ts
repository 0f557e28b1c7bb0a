import type { Client } from './client';

/** Uploads the file as the form does without JavaScript. */
export async function uploadImport(
  who: Client,
  csv: string | Buffer,
  { name = 'accounts.csv', origin = who.origin }: { name?: string; origin?: string } = {},
) {
  const form = new FormData();
  form.set('intent', 'importCsv');
  form.set('file', new File([new Uint8Array(Buffer.from(csv))], name, { type: 'application/vnd.ms-excel' }));
  const response = await fetch(`${origin}/accounts/import`, {
    method: 'POST',
    body: form,
    headers: { cookie: who.cookie(), origin },
    redirect: 'manual',
  });
  const id = Number(/\?result=(\d+)$/.exec(response.headers.get('location') ?? '')?.[1]);
  return { status: response.status, id, html: await response.text() };
}

export const manyRows = (count: number) =>
  `Company Name,Address\n${Array.from({ length: count }, (_, i) => `Shop ${String(i)},"${String(i)} Long St, Olathe, KS 66062"`).join('\n')}\n`;
