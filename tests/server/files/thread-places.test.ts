import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ThreadPlaces } from "#server/files/thread-places.ts";
import { AppError } from "#server/http/app-error.ts";

const LIMITS = { threads: 4, mostOfOne: 2, longestWaitMs: 20_000 };

/** Who works, in the order of the beginning; `end` ends one's first work. */
function desk(limits: ConstructorParameters<typeof ThreadPlaces>[0] = LIMITS) {
  const places = new ThreadPlaces(limits);
  const begun: string[] = [];
  const leaving = new Map<string, (() => void)[]>();
  return {
    begun,
    async work(of: string) {
      const leave = await places.take(of);
      begun.push(of);
      leaving.set(of, [...(leaving.get(of) ?? []), leave]);
    },
    async end(of: string) {
      leaving.get(of)?.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("places of threads", () => {
  test("one company's twelve files leave places for others", async () => {
    const { work, begun, end } = desk();
    for (let file = 0; file < 12; file += 1) work("account:1").catch(() => undefined);
    await work("account:2");
    expect(begun).toEqual(["account:1", "account:1", "account:2"]);
    await end("account:1");
    expect(begun).toEqual(["account:1", "account:1", "account:2", "account:1"]);
  });

  test("a free place goes to whoever holds fewest, then to who came first", async () => {
    const { work, begun, end } = desk();
    for (const of of ["account:1", "account:2", "account:2", "account:3"]) await work(of);
    for (const of of ["account:1", "account:4", "account:5"]) work(of).catch(() => undefined);
    await end("account:3");
    await end("account:2");
    await end("account:2");
    expect(begun.slice(4)).toEqual(["account:4", "account:5", "account:1"]);
  });

  test("companies of many files take turns: a new one waits for one file, not for theirs", async () => {
    const { work, begun, end } = desk();
    for (let file = 0; file < 12; file += 1)
      for (const of of ["account:1", "account:2"]) work(of).catch(() => undefined);
    work("account:3").catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    await end("account:1");
    expect(begun.slice(4)).toEqual(["account:3"]);
  });

  test("who had a turn waits until all others had theirs, though he came before them", async () => {
    const { work, begun, end } = desk({ ...LIMITS, threads: 1 });
    for (const of of ["account:1", "account:1", "account:1", "account:2", "account:2", "account:3"])
      work(of).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    for (const of of ["1", "1", "2", "3", "1"]) await end(`account:${of}`);
    expect(begun.map((of) => of.at(-1)).join("")).toBe("112312");
  });

  test("who waits too long is told when to come again, and takes no place afterwards", async () => {
    const { work, begun, end } = desk();
    await work("account:1");
    await work("account:1");
    const refusal = work("account:1").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(LIMITS.longestWaitMs);
    const error = (await refusal) as AppError;
    expect(error).toBeInstanceOf(AppError);
    expect([error.code, error.details]).toEqual(["unavailable", { retryAfterSeconds: 20 }]);
    expect(error.message).toContain("Повторите через 20 секунд");
    await end("account:1");
    expect(begun).toHaveLength(2);
  });

  test("background work waits for ever", async () => {
    const { work, begun, end } = desk({ threads: 1, mostOfOne: 1 });
    await work("account:1");
    work("account:2").catch(() => undefined);
    await vi.advanceTimersByTimeAsync(86_400_000);
    await end("account:1");
    expect(begun).toEqual(["account:1", "account:2"]);
  });
});
