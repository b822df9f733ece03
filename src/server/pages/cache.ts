/**
 * For `keepMs`; concurrent callers share one request. A failure is not cached.
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
