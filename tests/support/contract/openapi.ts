/** Checks that a document is valid OpenAPI. */
import type { Document } from '~/http/openapi/document';
import { Validator } from '@seriousme/openapi-schema-validator';

/** Returns the document's faults; none when it is valid. */
export async function validate(document: Document): Promise<unknown[]> {
  const { valid, errors } = await new Validator().validate({ ...document });
  return valid ? [] : [errors].flat();
}
