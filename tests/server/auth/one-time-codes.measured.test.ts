import { afterAll, beforeAll, expect, test } from "vitest";
import { crowding } from "#tests/support/crowding.ts";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";

let product: DemoApp;
/** One address per request avoids the limit by address. */
let address = 0;

beforeAll(async () => {
  product = await buildDemoApp();
});
afterAll(() => product.close());

test("a stranger who tries phones gets the same answer, after the same time, for a known and an unknown one", async () => {
  const times = { known: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  const timed = async (kind: "known" | "unknown", phone: string) => {
    const start = performance.now();
    const answer = await product.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/send-otp",
      payload: { phoneNumber: phone, exists: true },
      remoteAddress: `10.0.${++address >> 8}.${address & 255}`,
    });
    times[kind].push(performance.now() - start);
    bodies.add(
      JSON.stringify([answer.statusCode, { ...answer.json<object>(), phoneMasked: "his own" }]),
    );
  };
  for (let index = 0; index < 40; index += 1) {
    await timed("known", `79000000${201 + index}`);
    await timed("unknown", `7955${String(1_000_000 + index)}`);
  }
  const median = (list: number[]) =>
    list.sort((one, other) => one - other)[list.length >> 1] as number;
  console.info(
    `medians: known ${median(times.known).toFixed(1)} ms, unknown ${median(times.unknown).toFixed(1)} ms`,
  );
  expect([...bodies].slice(1)).toEqual([]);
  expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThanOrEqual(
    20 * crowding(),
  );
});
