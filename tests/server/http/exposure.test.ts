import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Config } from "#server/config.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";

const opened: TestApp[] = [];
afterAll(async () => void (await Promise.all(opened.map((one) => one.close()))));

async function open(config: Partial<Config>): Promise<TestApp> {
  const product = await buildTestApp({ config });
  opened.push(product);
  return product;
}
const statusOf = async ({ http }: TestApp, url: string, headers: Record<string, string> = {}) =>
  (await http.inject({ url, headers })).statusCode;

describe("what tells of the inside", () => {
  test("is open on one's own machine", async () => {
    const product = await open({ production: false, apiDocs: true });
    for (const url of ["/metrics", "/api-docs/", "/open-api/openapi.json"])
      expect([url, await statusOf(product, url)]).toEqual([url, 200]);
  });

  test("is not there in production", async () => {
    const product = await open({ production: true, apiDocs: false });
    for (const url of [
      "/metrics",
      "/api-docs",
      "/api-docs/",
      "/api-docs/static/swagger-initializer.js",
      "/open-api/openapi.json",
      "/client-api/openapi.json",
      "/edoc-api/openapi.json",
    ]) {
      expect([url, await statusOf(product, url)]).toEqual([url, 404]);
    }
    expect(await statusOf(product, "/health/live")).toBe(200);
  });

  test("metrics are for whoever has their token", async () => {
    const product = await open({ production: true, metricsToken: "for-prometheus" });
    const answers = [
      await statusOf(product, "/metrics"),
      await statusOf(product, "/metrics", { authorization: "Bearer for-somebody" }),
      await statusOf(product, "/metrics", { authorization: "Bearer for-prometheus" }),
    ];
    expect(answers).toEqual([401, 401, 200]);
  });
});

describe("the reference of the API", () => {
  test("has the policy of every page, and asks nobody outside", async () => {
    const { http } = await open({ apiDocs: true });
    const [page, own] = [await http.inject("/api-docs/"), await http.inject("/health/live")];
    expect(page.headers["content-security-policy"]).toBe(own.headers["content-security-policy"]);
    const initializer = await http.inject("/api-docs/static/swagger-initializer.js");
    expect(initializer.body).toMatch(/validatorUrl"?:\s*null/);
  });
});

describe("the address of a visitor", () => {
  const FORGED = "203.0.113.66";
  const VISITOR = "198.51.100.7";
  /** Stored and counted address of a request through a proxy that adds the address it saw. */
  async function addressOf(
    trustProxy: Config["trustProxy"],
    forwarded: string,
  ): Promise<string | undefined> {
    const { http, database } = await open({ trustProxy });
    await http.inject({
      method: "POST",
      url: "/open-api/v1/auth/send-otp",
      remoteAddress: "127.0.0.1",
      headers: { "x-forwarded-for": forwarded },
      payload: { phoneNumber: "79161234567", exists: false },
    });
    return (
      await sql<{ ip: string }>`SELECT host(ip) AS ip FROM one_time_codes`.execute(database.kysely)
    ).rows[0]?.ip;
  }

  test.each([
    ["nobody is believed by default", false, `${FORGED}, ${VISITOR}`, "127.0.0.1"],
    [
      "one proxy: what it added, not what the visitor wrote further left",
      1,
      `${FORGED}, ${VISITOR}`,
      VISITOR,
    ],
    ["two proxies in a row", 2, `${FORGED}, ${VISITOR}, 10.0.0.5`, VISITOR],
    [
      "proxies by their addresses",
      ["loopback", "10.0.0.0/8"],
      `${FORGED}, ${VISITOR}, 10.0.0.5`,
      VISITOR,
    ],
    ["an address that is no proxy's", ["10.0.0.5"], FORGED, "127.0.0.1"],
  ] as const)("%s", async (_what, trusted, forwarded, address) => {
    expect(await addressOf(trusted, forwarded)).toBe(address);
  });
});
