import type { MergedKey } from '~/domain/tasks/form-merge';

/** What another person did to one field, as people read it. `at` is ISO 8601. */
type Theirs = { key: MergedKey; label: string; by: string; at: string; theirs: string };

/** What the form needs to let a person choose between theirs and mine. */
export type Conflict = {
  /** The version that is stored now; what is saved next is compared with it. */
  version: number;
  contested: (Theirs & { mine: string; inputs: { name: string; value: string }[] })[];
  /** Changed by the other alone: in the form already. */
  taken: (Theirs & { before: string })[];
};
