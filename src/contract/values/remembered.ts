/** Bounds memory: all cells of a file may differ. */
const MOST_REMEMBERED = 4096;

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
