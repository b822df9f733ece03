/** Keeps the values that were asked for last, so many at most. */
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
    // A map remembers in which order names came: the first is the one nobody has asked for longest.
    this.#values.delete(name);
    this.#values.set(name, value);
    const oldest = this.#values.size > this.#most ? this.#values.keys().next().value : undefined;
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}

/**
 * Asks once and gives the same answer for a while; who comes while it is being asked waits for that
 * answer. A failure is not cached.
 *
 * @param now - milliseconds, for tests.
 */
export function cacheFor<Arguments extends unknown[], Answer>(
  keepMs: number,
  ask: (...given: Arguments) => Promise<Answer>,
  now: () => number = Date.now,
): (...given: Arguments) => Promise<Answer> {
  let cached: { readonly until: number; readonly answer: Promise<Answer> } | null = null;
  return (...given) => {
    if (cached && now() < cached.until) return cached.answer;
    const asked = { until: now() + keepMs, answer: ask(...given) };
    cached = asked;
    asked.answer.catch(() => {
      if (cached === asked) cached = null;
    });
    return asked.answer;
  };
}
