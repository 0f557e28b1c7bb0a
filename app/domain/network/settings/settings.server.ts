/**
 * The settings of the settings page, stored as values by name. A setting that was never saved has the
 * defaults of its schema.
 */
import type * as z from 'zod/v4';
import { execute } from 'db/connection';
import { Setting } from 'db/models/operations';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import type { Act } from '~/domain/platform/audit/acts';
import type { Actor } from '~/domain/kernel/actor';

/** Declared once, by the code that it belongs to. */
type SettingOf<Value> = {
  /** The key of its row, which never changes. */
  name: string;
  schema: z.ZodType<Value>;
  /** In the audit log. */
  act: Act;
  title: string;
  /** Turns the value into words for the audit log. */
  words?: (value: Value) => object;
};

export async function readSetting<Value>({
  name,
  schema,
}: Pick<SettingOf<Value>, 'name' | 'schema'>): Promise<Value> {
  const stored = await Setting.findRow(['value'], { where: { name } });
  return schema.parse(stored?.value ?? {});
}

/**
 * Saves the setting and records the change. @param next the new value, or a function of the stored one.
 * @param announce runs in the same transaction.
 */
export async function saveSetting<Value extends object>(
  actor: Actor,
  setting: SettingOf<Value>,
  next: Value | ((before: Value) => Value),
  announce?: () => Promise<void>,
): Promise<Value> {
  return administer(actor, async () => {
    const { name, act, title, words = (all: Value) => all } = setting;
    const before = await readSetting(setting);
    const value = typeof next === 'function' ? next(before) : next;
    const changes = differences(words(before), words(value));
    if (Object.keys(changes).length === 0 && (await Setting.exists({ name }))) return value;
    await writeSetting(name, value);
    await recordAdminEvent(actor, { act, target: { id: name, name: title }, changes });
    await announce?.();
    return value;
  });
}

/** Runs in the transaction under way. */
export async function writeSetting(name: string, value: object): Promise<void> {
  await execute(
    `insert into settings (name, value) values ($name, $value)
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    { name, value: JSON.stringify(value) },
  );
}
