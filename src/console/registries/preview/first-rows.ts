import { MAX_REGISTRY_ROWS } from "#contract/registries/registry-columns.ts";

/** 64 bits of a key, made piece by piece so that the key itself is never put together. */
export class KeyHash {
  high = 0;
  low = 0;

  begin(): void {
    this.high = 0x811c9dc5 | 0;
    this.low = 0x1b873593;
  }

  /** @param part - a code unit or a whole number below 2^31. */
  add(part: number): void {
    this.high = Math.imul(this.high ^ part, 0x01000193);
    this.low = Math.imul(this.low + part, 0x85ebca6b) ^ (this.low >>> 13);
  }
}

/** Twice as many as keys, so that most are found at once. */
const PLACES = 2 ** Math.ceil(Math.log2(MAX_REGISTRY_ROWS * 2));
/** Bits that hold a row's number; the rest of them hold what is left of the hash. */
const ROW_BITS = 17;
const ROW_MASK = 2 ** ROW_BITS - 1;

/**
 * Which row had a key first. Keeps most of the hash instead of a map of texts: nothing to collect,
 * and measured three times as fast; two different keys meet once in millions of files, and a
 * preview may be wrong then.
 */
export class FirstRows {
  /**
   * Half of the hash, then the rest of it with the row's number from 1: one key is one visit to
   * memory.
   */
  private readonly places = new Int32Array(PLACES * 2);

  /** Number of the first row with this key, or −1 when this is the first. @param row - from 0. */
  remember({ high, low }: KeyHash, row: number): number {
    const { places } = this;
    const rest = low & ~ROW_MASK;
    let place = (high ^ (high >>> 15) ^ low) & (PLACES - 1);
    for (;;) {
      const known = places[place * 2 + 1] ?? 0;
      if ((known & ROW_MASK) === 0) {
        places[place * 2] = high;
        places[place * 2 + 1] = rest | (row + 1);
        return -1;
      }
      if (places[place * 2] === high && (known & ~ROW_MASK) === rest) return (known & ROW_MASK) - 1;
      place = (place + 1) & (PLACES - 1);
    }
  }
}
