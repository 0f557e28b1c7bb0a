/** Whether a document is OpenAPI at all. */
import type { Document } from '~/http/openapi/document';
import { Validator } from '@seriousme/openapi-schema-validator';

/** What is wrong with it; nothing when all is well. */
export async function validate(document: Document): Promise<unknown[]> {
  const { valid, errors } = await new Validator().validate({ ...document });
  return valid ? [] : [errors].flat();
}
