/** Keeps the values that were asked for last, so many at most. */
export class LastUsed<Value> {
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
 * Asks once and gives the same answer for a while; who comes while it is being asked waits for that answer. A failure is not kept.
 *
 * @param now - milliseconds, for tests.
 */
export function keptFor<Arguments extends unknown[], Answer>(keepMs: number, ask: (...given: Arguments) => Promise<Answer>, now: () => number = Date.now): (...given: Arguments) => Promise<Answer> {
  let kept: { readonly until: number; readonly answer: Promise<Answer> } | null = null;
  return (...given) => {
    if (kept && now() < kept.until) return kept.answer;
    const asked = { until: now() + keepMs, answer: ask(...given) };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = null;
    });
    return asked.answer;
  };
}
