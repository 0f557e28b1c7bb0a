/** Checks whether the document describes what webhooks send. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Document } from '~/http/openapi/document';
import { client } from './client';

/** @returns the faults of the bodies; none if the description of this application has each of them. */
export async function deliveryFaults(origin: string, bodies: string[]): Promise<string[]> {
  const { body: document } = await client(origin).get<Document>('/api/openapi.json');
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema(document, 'api');
  return bodies.flatMap((text) => {
    const body = JSON.parse(text) as { event: string };
    const check = ajv.getSchema(
      `api#/webhooks/${body.event}/post/requestBody/content/application~1json/schema`,
    );
    if (!check) return [`${body.event} is not in the document`];
    return check(body) ? [] : [`${body.event}: ${ajv.errorsText(check.errors)}`];
  });
}
