/** Lists of numbers that are too long for arrays of JavaScript: a region has millions of points. */
type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

export class Growing<Items extends Numbers> {
  #items: Items;
  length = 0;

  /** @param first the length to begin with. */
  constructor(
    private readonly make: new (length: number) => Items,
    first?: Items,
  ) {
    this.#items = first ?? new make(1_024);
    this.length = first?.length ?? 0;
  }

  /** @returns the index of the number. */
  push(value: number): number {
    if (this.length === this.#items.length) {
      const wider = new this.make(Math.max(1_024, this.#items.length * 2));
      wider.set(this.#items);
      this.#items = wider;
    }
    this.#items[this.length] = value;
    return this.length++;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  /** Returns the items that have been added, without the spare room. It shares memory with the list. */
  view(): Items {
    return this.#items.subarray(0, this.length) as Items;
  }
}

/** Sorts in place. @returns each number once. */
export function sortedOnce(numbers: Float64Array): Float64Array {
  numbers.sort();
  let kept = 0;
  for (const value of numbers) {
    if (kept > 0 && numbers[kept - 1] === value) continue;
    numbers[kept] = value;
    kept += 1;
  }
  return numbers.slice(0, kept);
}

/** The place of a number in a sorted list; -1 when it is not there. */
export function placeIn(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = sorted[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
