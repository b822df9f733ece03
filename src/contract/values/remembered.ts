/**
 * Texts beyond which nothing more is remembered: a file where every cell differs must not be kept
 * twice.
 */
const MOST_REMEMBERED = 4096;

/** What a pure function has answered before, for texts that come back thousands of times. */
export class Remembered<Value> {
  private readonly make: (text: string) => Value;
  private readonly known = new Map<string, Value>();

  constructor(make: (text: string) => Value) {
    this.make = make;
  }

  of(text: string): Value {
    const found = this.known.get(text);
    if (found !== undefined) return found;
    const value = this.make(text);
    if (this.known.size < MOST_REMEMBERED) this.known.set(text, value);
    return value;
  }
}
