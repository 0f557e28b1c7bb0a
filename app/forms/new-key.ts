/** A key for a request that may be sent twice but must take effect once. crypto.randomUUID exists on https only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
