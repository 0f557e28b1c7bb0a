/** From the schemas that validate to JSON Schema. Those with a name of their own become components. */
import * as z from 'zod/v4';
import { LARGEST_ID } from '~/domain/schema';
import type { JsonSchema } from './document';

const ID: JsonSchema = {
  anyOf: [
    { type: 'integer', minimum: 1, maximum: LARGEST_ID },
    { type: 'string', pattern: '^[1-9]\\d{0,9}$' },
  ],
};

export class SchemaBook {
  readonly components: Record<string, JsonSchema> = {};

  /** What a client sends. */
  input(schema: z.ZodType): JsonSchema {
    return this.#take(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: plain }));
  }

  /** What it gets. */
  output(schema: z.ZodType): JsonSchema {
    return this.#take(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: plain }));
  }

  #take(made: object): JsonSchema {
    const moved = JSON.parse(
      JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as JsonSchema & { id?: string; $defs?: Record<string, JsonSchema & { id?: string }> };
    const { $schema: _, $defs = {}, ...schema } = moved;
    for (const { id: name = '', ...named } of Object.values($defs)) this.components[name] = named;
    const { id: name, ...own } = schema;
    if (name === undefined) return own;
    this.components[name] = own;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** Says shortly what zod's own words say at length. */
function plain({ jsonSchema }: { jsonSchema: object }): void {
  const schema = jsonSchema as JsonSchema;
  if (schema.format === 'id') {
    delete schema.format;
    Object.assign(schema, ID);
  }
  if (schema.format === 'date-time' || schema.format === 'date') {
    delete schema.pattern;
    delete schema.anyOf;
    schema.type = 'string';
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
