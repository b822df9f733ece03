import type { InjectOptions } from "fastify";
import { inject } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { seedDatabase } from "#server/seed/seed.ts";
import { systemClock } from "#server/data/clock.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { buildTestApp, type TestApp, type TestAppOptions } from "#tests/support/build-app.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";

/** Source: `architecture.md` §6. */
export const CAST = {
  owner: "79000000001",
  admin: "79000000002",
  financeManager: "79000000003",
  accountant: "79000000004",
  signatory: "79000000005",
  projectManager: "79000000006",
  recruiter: "79000000007",
  viewer: "79000000008",
  otherOwner: "79000000011",
  otherFinanceManager: "79000000013",
  workman: "79000000101",
} as const;

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { items?: Record<string, unknown>[] };
  readonly headers: Record<string, unknown>;
  readonly raw: Buffer;
}

export interface DemoApp extends TestApp {
  /** `null`: a guest. */
  call(
    phone: string | null,
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

export async function buildDemoApp(
  options: Pick<TestAppOptions, "between" | "connections" | "webhookReceiver" | "push"> = {},
): Promise<DemoApp> {
  // The demonstration is of today: after midnight it is refilled.
  const isTemplateOfToday = inject("demoFilledOn") === moscowDate(systemClock.now());
  const product = await buildTestApp(
    isTemplateOfToday ? { ...options, filledWith: "demo" } : options,
  );
  if (!isTemplateOfToday)
    await seedDatabase(product.database.kysely, "demo", product.clock, makeSecrets(TEST_SECRET));
  const tokens = new Map<string, { authorization: string }>();
  return {
    ...product,
    async call(phone, method, url, payload, headers) {
      if (phone !== null && !tokens.has(phone)) tokens.set(phone, await product.signIn(phone));
      const options: InjectOptions = {
        method,
        url,
        headers: { ...headers, ...(phone === null ? {} : tokens.get(phone)) },
      };
      const response = await product.http.inject(
        payload === undefined ? options : { ...options, payload },
      );
      const isJson = String(response.headers["content-type"] ?? "").startsWith("application/json");
      return {
        status: response.statusCode,
        body: isJson && response.body !== "" ? response.json() : {},
        headers: response.headers,
        raw: response.rawPayload,
      };
    },
  };
}
