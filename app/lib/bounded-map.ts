/** A map with a limit. When it is full, it drops the least recently used entries. */

type Entry<Value> = { value: Value; weight: number; until: number; isRead: boolean };

export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>();
  #weight = 0;

  /**
   * @param most the number of entries, or their total weight.
   * @param freshMs the time that an entry is valid, in milliseconds.
   */
  constructor(
    private readonly most: number,
    private readonly freshMs = Infinity,
  ) {}

  get weight(): number {
    return this.#weight;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry || (entry.until < Infinity && entry.until < performance.now())) return undefined;
    // The entry moves to the end only when space is needed, because moving costs more than reading.
    entry.isRead = true;
    return entry.value;
  }

  /** An entry that weighs more than the limit is not kept. */
  set(key: Key, value: Value, weight = 1): void {
    this.delete(key);
    if (weight > this.most) return;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight + weight <= this.most) break;
      if (entry.isRead) this.#toEnd(oldest, entry);
      else this.delete(oldest);
    }
    const until = this.freshMs < Infinity ? performance.now() + this.freshMs : Infinity;
    this.#entries.set(key, { value, weight, until, isRead: false });
    this.#weight += weight;
  }

  delete(key: Key): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  #toEnd(key: Key, entry: Entry<Value>): void {
    entry.isRead = false;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }
}
