/** The failure of an outside service. */
export type ProviderFail =
  /** The final answer for this address. */
  | { ok: false; kind: 'not_found' }
  /** Slow, down, out of quota, or a malformed answer. */
  | { ok: false; kind: 'retry'; afterMs?: number; detail: string }
  /** Not asked, because too many requests wait for their turn. */
  | { ok: false; kind: 'busy'; afterMs: number }
  /** Key, billing or URL: a setting has to be changed. */
  | { ok: false; kind: 'misconfigured'; detail: string };

export type Res<Value> = { ok: true; value: Value } | ProviderFail;
