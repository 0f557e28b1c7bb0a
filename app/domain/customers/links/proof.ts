/** The proof of a completed task. Safe in the browser. Times are texts on business clocks. */
import type { ActivityItem } from '~/domain/kernel/field-table';
import type { Facts } from '~/domain/tasks/model/facts';
import type { TaskType } from '~/domain/tasks/model/task';

export type Proof = {
  type: TaskType;
  location: string;
  address: string;
  facts: Facts;
  /** The company's name; empty when none is set. */
  company: string;
  /** The sender. */
  dealership: string | null;
  driver: string | null;
  /** With the zone: `Mar 9, 2026 2:40 PM CDT`. */
  completedAt: string;
  /** For an `<img src>`. */
  signature: string | null;
  /** The signer's printed name. */
  signedBy: string | null;
  /** For `<img src>`s, in the order in which they were taken. */
  photos: string[];
  /** The messages to the customer, oldest first; empty on paper. */
  activity: (Pick<ActivityItem, 'what' | 'lines'> & { at: string; by: string | null })[];
  /** Sentences in place of data that was deleted by its age. */
  removed: string[];
  /** For the office only. */
  notes: string | null;
};

/** The deliveries of an account on one day, for paper. */
export type AccountDay = { name: string; company: string; title: string; proofs: Proof[] };

/**
 * A customer's link that can still be opened. The link itself was shown only to the person who made it. A standing one
 * does not expire. `openedAt` is known of links of accounts.
 */
export type ProofLink = {
  id: number;
  by: string;
  createdAt: string;
  expiresAt: string | null;
  openedAt: string | null;
};

export const PROOF_LINK_DAYS = 14;
