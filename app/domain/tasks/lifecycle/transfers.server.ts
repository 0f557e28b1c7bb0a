/**
 * A transfer with a target driver has one delivery for that driver, which is linked until the transfer is
 * completed.
 */
import { Task } from 'db/models/tasks';
import { pick } from '~/domain/kernel/field-table';
import { locateLater } from '~/domain/geography/geocoding/locate.server';
import { setProofAside } from '~/domain/tasks/evidence/photos.server';
import type { LockedTask } from '~/domain/tasks/store/locks.server';
import { placeFor } from '~/domain/tasks/ordering/reorder.server';
import { HANDED_OVER_KEYS } from '~/domain/tasks/model/field-lists';
import type { Entry } from '~/domain/tasks/model/task';
import {
  type ActorId,
  BLANK,
  changesOf,
  saveChanged,
  snapshot,
  updated,
} from '~/domain/tasks/store/save.server';
import { isAhead, isDone, isLinked, isOpen, STATUS } from '~/domain/tasks/model/statuses';

/** The delivery of this transfer, in any status. */
export async function deliveryOf(transferId: number): Promise<Task | null> {
  return Task.findOne({ where: { linked_task_id: transferId } });
}

/**
 * Creates, edits, deletes or unlocks the linked delivery, according to the transfer as stored now. A delivery
 * that is under way or done stays as it is.
 */
export async function followTransfer(actorId: ActorId, transfer: LockedTask): Promise<Entry[]> {
  const delivery = transfer.hasDelivery === false ? null : await deliveryOf(transfer.id);
  const isTransfer = transfer.type === 'transfer';
  const hasTarget = isTransfer && transfer.transfer_to_driver_id !== null;
  if (!delivery) return hasTarget && isOpen(transfer) ? [await createDelivery(actorId, transfer)] : [];
  if (isDone(transfer)) return isLinked(delivery) ? [await unlock(actorId, delivery)] : [];
  if (isAhead(delivery)) return [await lockAgain(actorId, delivery)];
  if (!isLinked(delivery)) return [];
  // When the target driver has left, the delivery waits for another one; when a person removes the target, it
  // is deleted.
  const isWanted = hasTarget || (isTransfer && !transfer.changed('transfer_to_driver_id'));
  return isWanted ? editDelivery(actorId, transfer, delivery) : [await removeDelivery(delivery)];
}

/** The fields of the delivery that come from the transfer. */
function handedOver(transfer: Task) {
  return {
    location: transfer.transfer_destination_location ?? '',
    address: transfer.transfer_destination_address ?? '',
    ...pick(transfer, HANDED_OVER_KEYS),
    driver_id: transfer.transfer_to_driver_id,
    dealership: transfer.dealership,
  };
}

async function createDelivery(actorId: ActorId, transfer: LockedTask): Promise<Entry> {
  const handed = handedOver(transfer);
  transfer.hasDelivery = true;
  const delivery = await Task.create({
    ...BLANK,
    ...handed,
    ...(await locateLater(handed.address)),
    type: 'delivery',
    status: STATUS.linked,
    linked_task_id: transfer.id,
    created_by: actorId,
    last_modifier_id: actorId,
  });
  return {
    kind: 'TASK_CREATED',
    taskId: delivery.id,
    action: 'created',
    changes: {
      linked_task_id: [null, transfer.id],
      status: [null, STATUS.linked],
      driver_id: [null, delivery.driver_id],
    },
    driverIds: [delivery.driver_id],
  };
}

async function editDelivery(actorId: ActorId, transfer: Task, delivery: Task): Promise<Entry[]> {
  const before = delivery.driver_id;
  const moved = delivery.address !== (transfer.transfer_destination_address ?? '');
  delivery.set(handedOver(transfer));
  if (moved) delivery.set(await locateLater(delivery.address));
  const changes = changesOf(delivery);
  if (Object.keys(changes).length === 0) return [];
  await saveChanged(actorId, delivery);
  return [updated(delivery, 'updated', changes, [before, delivery.driver_id])];
}

async function unlock(actorId: ActorId, delivery: Task): Promise<Entry> {
  const driverId = delivery.driver_id;
  delivery.set({
    status: STATUS.pending,
    order_index:
      driverId === null ? null : await placeFor(driverId, delivery.id, delivery.priority === 'urgent'),
  });
  const changes = changesOf(delivery);
  await saveChanged(actorId, delivery);
  return updated(delivery, 'unlocked', changes, [driverId]);
}

async function lockAgain(actorId: ActorId, delivery: Task): Promise<Entry> {
  delivery.set({ status: STATUS.linked, order_index: null });
  const changes = changesOf(delivery);
  await saveChanged(actorId, delivery);
  return updated(delivery, 'linked again', changes, [delivery.driver_id]);
}

/** Deletes a linked delivery whose transfer is deleted or has no target any more. */
export async function removeDelivery(delivery: Task): Promise<Entry> {
  await setProofAside(delivery.id);
  const changes = await snapshot(delivery.id);
  await delivery.destroy();
  return {
    kind: 'TASK_DELETED',
    taskId: delivery.id,
    action: 'deleted',
    changes,
    driverIds: [delivery.driver_id],
  };
}
