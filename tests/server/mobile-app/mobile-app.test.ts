import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";

let product: TestApp;
beforeAll(async () => {
  product = await buildTestApp();
});
afterAll(() => product.close());

const send = (message: string, remoteAddress = "203.0.113.7") =>
  product.http.inject({
    method: "POST",
    url: "/open-api/fake-mobile",
    payload: { message },
    remoteAddress,
  });

test("interest in the application is noted without keeping a word of it", async () => {
  expect((await send("секретный текст")).json()).toEqual({ ok: true });
  const { rows } = await product.database.pool.query(
    "SELECT count(*)::integer AS kept FROM audit_log l WHERE to_jsonb(l)::text LIKE '%секретный%'",
  );
  expect(rows).toEqual([{ kept: 0 }]);
});

test("a message over one kibibyte is refused, and so is an address that does not stop", async () => {
  expect((await send("x".repeat(1025))).statusCode).toBe(422);
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1)
    statuses.push((await send("привет", "203.0.113.8")).statusCode);
  expect(statuses.slice(0, 10).every((status) => status === 200)).toBe(true);
  expect(statuses[10]).toBe(429);
  expect((await send("привет", "203.0.113.9")).statusCode).toBe(200);
});
