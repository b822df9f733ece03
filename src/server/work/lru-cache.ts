export class LruCache<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.set(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    // A Map keeps insertion order: its first name was unused longest.
    this.#values.delete(name);
    this.#values.set(name, value);
    const oldest = this.#values.size > this.#most ? this.#values.keys().next().value : undefined;
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  delete(name: string): void {
    this.#values.delete(name);
  }
}
