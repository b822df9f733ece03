import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { userIdOf } from "#tests/support/codes.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await demo.http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => demo.close());

interface Walked {
  readonly company: { role: { id: string } };
  readonly employees: { items: unknown[] };
  readonly registry: { id: number; state: { id: string }; rowsCount: number };
  readonly repeatedId: number;
  readonly errors: { items: unknown[] };
  readonly payoutIds: number[];
  readonly total: number;
  readonly table: { id: number };
  readonly tooLong: { errors: Record<string, string[]> };
  readonly anotherBody: { code: string };
  readonly documents: { items: unknown[] };
  readonly notForKeys: { code: string };
}

test("the quick start of the reference is walked with a key, by a client whose types are made of the documents", async () => {
  const { body } = await demo.call(CAST.owner, "POST", "/open-api/v1/account/api-keys", {
    title: "Быстрый старт",
    roleID: "FINANCE_MANAGER",
    codeUserID: await userIdOf(demo, CAST.financeManager),
  });
  const origin = `http://127.0.0.1:${(demo.http.server.address() as AddressInfo).port}`;
  // Compiled with its generated types in tests/contract/openapi.test.ts.
  const { quickStart } = (await import(
    /* @vite-ignore */ resolve("tests/quick-start/quick-start.ts")
  )) as { quickStart: (settings: object) => Promise<Walked> };
  const walked = await quickStart({
    origin,
    key: body["secret"],
    pause: async () => void (await Promise.all([demo.runTasksUntilIdle(), pause(50)])),
  });
  expect(walked.company.role.id).toBe("FINANCE_MANAGER");
  expect(walked.employees.items.length).toBeGreaterThan(1);
  expect(walked.registry).toMatchObject({
    rowsCount: 2,
    state: { id: expect.stringMatching(/^(PARTIALLY_)?READY$/) },
  });
  expect(walked.repeatedId).toBe(walked.registry.id);
  expect(walked.payoutIds).toHaveLength(walked.total);
  expect(new Set(walked.payoutIds).size).toBe(walked.total);
  expect(walked.table.id).toBeGreaterThan(0);
  expect(Object.keys(walked.tooLong.errors)).toEqual(["periodEnd"]);
  expect(walked.anotherBody.code).toBe("idempotency_mismatch");
  expect(walked.documents.items).toEqual(expect.any(Array));
  expect(walked.notForKeys.code).toBe("forbidden");
});
