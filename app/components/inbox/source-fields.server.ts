/** The form of a source. */
import { listMakers } from '~/domain/intake/inbox/sources.server';
import type { Actor } from '~/domain/kernel/actor';
import type { FieldDescription } from '~/forms/described-form';

type Stored = { name: string; userId: number; on: boolean };

export async function sourceFields(actor: Actor, { name, userId, on }: Stored): Promise<FieldDescription[]> {
  const makers = await listMakers({ actor });
  return [
    { name: 'name', label: 'Name', maxLength: 200, required: true, value: name },
    {
      kind: 'select',
      name: 'userId',
      label: 'Orders are made as',
      hint: 'They are of the first dealership of this person',
      value: String(userId),
      options: makers.map(
        (each) => [each.id, `${each.name} (${each.dealership ?? 'no dealership'})`] as const,
      ),
    },
    { kind: 'box', name: 'on', label: 'On', checked: on },
  ];
}
