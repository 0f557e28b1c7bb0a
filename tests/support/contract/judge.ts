/** Checks whether the document describes an answer. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { answerIn, type Document } from '~/http/openapi/document';
import type { Planned } from './requests';

export type Received = { status: number; headers: Headers; text: string };

const pointer = (...parts: string[]) =>
  parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

export function judge(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats(ajv);
  ajv.addSchema(document, 'api');

  const checkJson = (ref: string, text: string): string | null => {
    const check = ajv.getSchema(`api#/${ref}`);
    if (!check) return `no schema at ${ref}`;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return `no JSON: ${text.slice(0, 80)}`;
    }
    return check(value) ? null : ajv.errorsText(check.errors);
  };

  /** Returns the fault of the answer; null when there is none. */
  return ({ template, method, actor }: Planned, { status, headers, text }: Received): string | null => {
    if (status >= 500) return `${String(status)} ${text.slice(0, 200)}`;
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = document.paths[template]?.[verb];
    if ([429, 503].includes(status) && !headers.has('retry-after'))
      return `${String(status)} without Retry-After`;
    if (!operation || status === 405) {
      // The gate refuses before the address is matched with a call.
      if (![400, 403, 405, 413, 415].includes(status))
        return `${String(status)} to a method that is not there`;
      if (status === 405 && !headers.has('allow')) return '405 without Allow';
      return method === 'HEAD' ? null : checkJson('components/schemas/Problem', text);
    }
    const described = operation.responses[String(status)];
    if (!described) return `${String(status)} is not in the document: ${text.slice(0, 200)}`;
    const answer = answerIn(document, described);
    if (actor === 'nobody' && operation.security.length > 0 && status < 400) return 'nobody got an answer';
    if (
      actor === 'token' &&
      status < 400 &&
      operation.security.length > 0 &&
      !headers.has('ratelimit-remaining')
    )
      return 'no RateLimit headers';
    if (!answer.content) return text === '' ? null : `${String(status)} with a body`;
    if (!(type in answer.content)) return `${String(status)} as ${type}`;
    if (type !== 'application/json' || method === 'HEAD') return null;
    const own = pointer('paths', template, verb, 'responses', String(status));
    const place = `${'$ref' in described ? described.$ref.slice('#/'.length) : own}/${pointer('content', type, 'schema')}`;
    const wrong = checkJson(place, text);
    return wrong === null ? null : `${String(status)} ${wrong}`;
  };
}
