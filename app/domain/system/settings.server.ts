/** The settings of the settings page, as values by name. One that was never set has the defaults of its schema. */
import type * as z from 'zod/v4';
import { execute } from 'db/connection';
import { Setting } from 'db/models/operations';
import { administer, differences, recordAdminEvent } from '~/domain/administration/record.server';
import type { Act } from '~/domain/administration/acts';
import type { Actor } from '~/domain/actor';

type Name = 'backups' | 'retention';

export async function readSetting<Value>(name: Name, schema: z.ZodType<Value>): Promise<Value> {
  const stored = await Setting.findRow(['value'], { where: { name } });
  return schema.parse(stored?.value ?? {});
}

type Saving<Value> = {
  name: Name;
  schema: z.ZodType<Value>;
  act: Act;
  title: string;
  /** For the audit log, where its values are no words. */
  words?: (value: Value) => object;
};

/** Saves it and writes down what has changed. */
export async function saveSetting<Value extends object>(
  actor: Actor,
  { name, schema, act, title, words = (all) => all }: Saving<Value>,
  value: Value,
): Promise<Value> {
  return administer(actor, async () => {
    const changes = differences(words(await readSetting(name, schema)), words(value));
    if (Object.keys(changes).length === 0 && (await Setting.exists({ name }))) return value;
    await execute(
      `insert into settings (name, value) values ($name, $value)
       on conflict (name) do update set value = excluded.value, updated_at = now()`,
      { name, value: JSON.stringify(value) },
    );
    await recordAdminEvent(actor, { act, target: { id: name, name: title }, changes });
    return value;
  });
}
