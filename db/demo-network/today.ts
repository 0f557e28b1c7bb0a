import { DRIVERS } from './people';
import { placeOf, plant, type Planting, type StoryLine } from './plant';
import type { DemoNetwork } from './seed';
import type { DemoSignature } from './signatures';
import { demoTasks, type DemoTask } from './tasks';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The day in full swing. */
export async function plantToday(network: DemoNetwork, signatures: DemoSignature[]): Promise<void> {
  const tasks = demoTasks();
  const places = new Map<number, number>();
  // What is going comes first in each driver's order.
  const ordered = [...tasks].sort((a, b) => Number(b.status === 'going') - Number(a.status === 'going'));
  const plantings = ordered.map((task, n) => planting(network, signatures, places, task, n));
  const ids = await plant(plantings);
  const linked = ordered.flatMap((task, n) => (task.transferTo === null ? [] : [linkedDelivery(network, task, ids[n] ?? 0, n)]));
  await plant(linked);
}

function planting(
  { dispatcherId, driverIds, accountIds }: DemoNetwork,
  signatures: DemoSignature[],
  places: Map<number, number>,
  task: DemoTask,
  n: number,
): Planting {
  const driverId = task.driver === null ? null : (driverIds[task.driver] ?? null);
  const createdAt = new Date(Date.now() - 4 * HOUR + n * MINUTE);
  const isActive = task.status === 'pending' || task.status === 'going';
  const place = driverId !== null && isActive ? (places.get(driverId) ?? 0) : null;
  if (driverId !== null && place !== null) places.set(driverId, place + 1);
  const completedAt = task.status === 'completed' ? new Date(Date.now() - (10 + (n % 50)) * MINUTE) : null;
  const destination = task.destination ? placeOf(task.destination) : null;
  const story: StoryLine[] = [
    { action: 'created', actorId: dispatcherId, at: createdAt, changes: { status: [null, 'pending'], driver_id: [null, driverId] } },
  ];
  if (task.status === 'going' || completedAt) {
    const at = new Date((completedAt ?? new Date()).getTime() - 15 * MINUTE);
    story.push({ action: 'going', actorId: driverId, at, changes: { status: ['pending', 'going'] } });
  }
  if (completedAt) story.push({ action: 'completed', actorId: driverId, at: completedAt, changes: { status: ['going', 'completed'] } });
  return {
    row: {
      ...placeOf(task.account),
      type: task.type,
      status: task.status,
      priority: task.priority,
      notes: task.notes,
      invoice_number: task.type === 'delivery' ? `INV-${String(48_200 + n)}` : '',
      part_numbers: task.type === 'delivery' ? '' : `KC-${String(7_100 + n * 3)}, ${String(55_000 + n * 11)}-B`,
      need_by: task.needByHours === null ? null : new Date(Math.ceil(Date.now() / HOUR + task.needByHours) * HOUR),
      driver_id: driverId,
      completed_by_driver_id: completedAt ? driverId : null,
      completed_at: completedAt,
      dealership: task.driver === null ? null : (DRIVERS[task.driver]?.dealerships[0] ?? null),
      destination_account_id: task.type === 'pickup' && task.destination ? accountIds.get(task.destination.name) : null,
      transfer_to_driver_id: task.transferTo === null ? null : driverIds[task.transferTo],
      transfer_destination_location: task.transferTo === null ? null : destination?.location,
      transfer_destination_address: task.transferTo === null ? null : destination?.address,
      order_index: place,
      created_by: dispatcherId,
    },
    story,
    ...(completedAt && task.type === 'delivery' && { signature: signatures[n % signatures.length] }),
  };
}

function linkedDelivery({ dispatcherId, driverIds }: DemoNetwork, task: DemoTask, transferId: number, n: number): Planting {
  const driverId = task.transferTo === null ? null : driverIds[task.transferTo];
  if (!task.destination) throw new Error('A transfer needs a destination');
  return {
    row: {
      ...placeOf(task.destination),
      type: 'delivery',
      status: 'linked',
      linked_task_id: transferId,
      driver_id: driverId,
      notes: task.notes,
      part_numbers: `KC-${String(7_100 + n * 3)}, ${String(55_000 + n * 11)}-B`,
      created_by: dispatcherId,
    },
    story: [
      {
        action: 'created',
        actorId: dispatcherId,
        at: new Date(Date.now() - 3 * HOUR),
        changes: { status: [null, 'linked'], driver_id: [null, driverId] },
      },
    ],
  };
}
