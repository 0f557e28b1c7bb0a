import { randomUUID } from 'node:crypto';
import type { Answer, Client } from './client';

const AGAIN_AFTER_MS = 25;
/** These statuses of the application or of a proxy mean that a later try may succeed. */
const AGAIN = new Set([502, 503, 504]);

/** Repeats a write under one Idempotency-Key until it gets a final answer. */
export async function writeUntilAnswered<Body>(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
  timeoutMs = 20_000,
): Promise<{ answer: Answer<Body>; tries: number }> {
  const headers = { 'Idempotency-Key': randomUUID() };
  for (let tries = 1; ; tries += 1) {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await client.call<Body>(method, path, { body, headers, signal }).catch(() => null);
    if (answer && !AGAIN.has(answer.status)) return { answer, tries };
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}
