/** The form of a source. */
import { listMakers } from '~/domain/intake/inbox/sources.server';
import type { Actor } from '~/domain/kernel/actor';
import type { FieldDescription } from '~/forms/described-form';

type Stored = { name: string; makerId: number; on: boolean };

export async function sourceFields(actor: Actor, { name, makerId, on }: Stored): Promise<FieldDescription[]> {
  const makers = await listMakers({ actor });
  return [
    { name: 'name', label: 'Name', maxLength: 200, required: true, value: name },
    {
      kind: 'select',
      name: 'makerId',
      label: 'Orders are made as',
      hint: 'They are of the first dealership of this person',
      value: String(makerId),
      options: makers.map(
        (each) => [each.id, `${each.name} (${each.dealership ?? 'no dealership'})`] as const,
      ),
    },
    { kind: 'box', name: 'on', label: 'On', checked: on },
  ];
}
