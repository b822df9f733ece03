import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";

let product: TestApp;
beforeAll(async () => {
  product = await buildTestApp();
});
afterAll(() => product.close());

test("a guest is asked to sign in, a signed-in person without an account is refused", async () => {
  await sql`INSERT INTO people (phone, name) VALUES ('79000000001', 'Пётр')`.execute(
    product.database.kysely,
  );
  const url = "/open-api/v1/payroll-registries";
  expect((await product.http.inject({ url })).statusCode).toBe(401);
  expect(
    (await product.http.inject({ url, headers: await product.signIn("79000000001") })).statusCode,
  ).toBe(403);
});

test("background work comes to rest when there is none", async () => {
  await product.runTasksUntilIdle();
});
