/** An archived task as the history lists it. Safe in the browser. Times are ISO 8601. */
import type { Priority, TaskType } from '~/domain/tasks/task';

export type ArchivedRow = {
  id: number;
  type: TaskType;
  priority: Priority;
  location: string;
  address: string;
  invoice_number: string;
  part_numbers: string;
  notes: string;
  need_by: string | null;
  /** When the driver last set out for it. */
  going_at: string | null;
  completed_at: string;
  /** Whether it was completed by need_by; null without one. */
  onTime: boolean | null;
  /** From setting out to completion. */
  minutes: number | null;
  /** Null for a task that had none. */
  driverId: number | null;
  driver: string | null;
  dealership: string | null;
  hasSignature: boolean;
  signed_by: string | null;
  photoCount: number;
};
