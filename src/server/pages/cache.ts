/** A cache of the `most` values used last. */
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
    // A Map keeps insertion order, so its first name was unused longest.
    this.#values.delete(name);
    this.#values.set(name, value);
    const oldest = this.#values.size > this.#most ? this.#values.keys().next().value : undefined;
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}

/**
 * Caches an answer for `keepMs`; concurrent callers share one request. A failure is not cached.
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
