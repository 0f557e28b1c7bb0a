/** What is sent to the worker thread of the optimizer, and back. */
import type { OrderProblem } from '~/domain/scheduling/route-optimizer/optimizer';

export type Asked = { id: number; problem: OrderProblem };
/** `order` is null when the problem could not be solved; `error` says why. */
export type Answered = { id: number; order: number[] | null; error?: string };
