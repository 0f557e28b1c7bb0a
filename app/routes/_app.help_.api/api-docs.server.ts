/** The data of the API documentation page, made from the OpenAPI document. */
import { ROLES } from '~/domain/kernel/actor';
import {
  answerIn,
  type Document,
  type JsonSchema,
  type Operation,
  parametersIn,
} from '~/http/openapi/document';

export type FieldLine = { name: string; type: string; required: boolean; about: string };

export type CallLine = {
  id: string;
  method: string;
  path: string;
  summary: string;
  about: string;
  who: string;
  parameters: FieldLine[];
  body: FieldLine[];
  /** The successful answer: its status, type and fields. */
  answer: { status: string; type: string; fields: FieldLine[] };
  refusals: string[];
};

export type ApiDocs = {
  about: string[];
  sections: { name: string; calls: CallLine[] }[];
  shapes: { name: string; about: string; fields: FieldLine[] }[];
  statuses: { status: string; means: string }[];
};

export function apiDocsOf(document: Document): ApiDocs {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const means = new Map(
    operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).map(
        ([status, answer]) => [status, answerIn(document, answer).description] as const,
      ),
    ),
  );
  return {
    about: info.description.split('\n'),
    sections: tags.map(({ name }) => ({
      name,
      calls: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => callLine(document, method.toUpperCase(), path, operation)),
    })),
    shapes: Object.entries(components.schemas).map(([name, schema]) => ({
      name,
      about: schema.description ?? '',
      fields: fieldsOf(schema),
    })),
    statuses: [...means]
      .map(([status, text]) => ({ status, means: text }))
      .sort((a, b) => Number(a.status) - Number(b.status)),
  };
}

function callLine(document: Document, method: string, path: string, operation: Operation): CallLine {
  const [status, success] = Object.entries(operation.responses)[0] ?? ['', undefined];
  const content = (success && answerIn(document, success).content) ?? {};
  const schema = content['application/json']?.schema;
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    about: operation.description ?? '',
    who: whoMay(operation['x-roles']),
    // Headers are the same for all calls, so they are explained once.
    parameters: parametersIn(document, operation)
      .filter((each) => each.in !== 'header')
      .map(({ name, required, description, schema: of }) => ({
        name,
        type: typeOf(of),
        required: required ?? false,
        about: description ?? '',
      })),
    body: fieldsOf(operation.requestBody?.content['application/json']?.schema ?? {}),
    answer: {
      status,
      type: schema ? typeOf(schema) : Object.keys(content).join(', '),
      fields: schema && schema.$ref === undefined ? fieldsOf(schema) : [],
    },
    refusals: Object.keys(operation.responses).filter((each) => Number(each) >= 400),
  };
}

const ROLE_NAMES = [...ROLES].reverse().map((role) => [role, `${role}s`] as const);

function whoMay(roles: Operation['x-roles']): string {
  if (!roles) return 'Anyone, without signing in';
  const reaches = new Set(ROLE_NAMES.map(([role]) => roles[role]));
  if (reaches.size === 1 && reaches.has('any')) return 'Anyone who is signed in';
  const names = ROLE_NAMES.flatMap(([role, name]) => {
    const far = roles[role];
    return far === undefined ? [] : [far === 'own' ? `${name} (their own)` : name];
  });
  const text = new Intl.ListFormat('en-US').format(names);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): FieldLine[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.includes(name),
    about: [schema.description, lengthOf(schema)].filter(Boolean).join('; '),
  }));
}

const lengthOf = ({ maxLength }: JsonSchema) =>
  maxLength === undefined ? '' : `at most ${maxLength.toLocaleString('en-US')} characters`;

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.anyOf) return typesOf(schema.anyOf);
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.format === 'date-time') return 'time';
  if (schema.format === 'date') return 'date';
  if (schema.pattern?.startsWith('^data:image')) return 'data URL';
  if (schema.type === 'object') return 'object';
  return typeof schema.type === 'string' ? (TYPE_NAMES[schema.type] ?? schema.type) : 'anything';
}

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'true | false',
};

function typesOf(schemas: JsonSchema[]): string {
  const [first, second] = schemas;
  if (schemas.length === 2 && first?.type === 'integer' && second?.pattern !== undefined) return 'id';
  return [...new Set(schemas.map(typeOf))].join(' | ');
}
