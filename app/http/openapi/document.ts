/** The parts of OpenAPI 3.1 that our document uses. */
import type { Role } from '~/domain/kernel/actor';

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: JsonSchema | boolean;
  [keyword: string]: unknown;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: true;
  description?: string;
  schema: JsonSchema;
};

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
/** Leads to a part that is written once, in the components. */
export type Ref = { $ref: string };
export type Header = { description: string; schema: JsonSchema };
export type Answer = {
  description: string;
  headers?: Record<string, Header | Ref>;
  content?: Content;
};

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  /** The scope of each role; undefined if the call needs no session. */
  'x-roles'?: Partial<Record<Role, 'own' | 'any'>>;
  security: Record<string, []>[];
  parameters: (Parameter | Ref)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer | Ref>;
};

export type Document = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** The requests that an installation sends to other programs, by event. */
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Answer>;
    headers: Record<string, Header>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, Record<string, string>>;
  };
};

type Shared = 'responses' | 'headers' | 'parameters';

export const refTo = (kind: Shared, name: string): Ref => ({ $ref: `#/components/${kind}/${name}` });

/** @returns the part itself, or the one that it leads to. */
function found<Part extends object>(shared: Record<string, Part>, part: Part | Ref): Part {
  if (!('$ref' in part)) return part;
  const name = part.$ref.split('/').at(-1) ?? '';
  const one = shared[name];
  if (!one) throw new Error(`${part.$ref} is not in the document`);
  return one;
}

export const answerIn = ({ components }: Document, answer: Answer | Ref) =>
  found(components.responses, answer);
export const parametersIn = ({ components }: Document, { parameters }: Operation) =>
  parameters.map((each) => found(components.parameters, each));
