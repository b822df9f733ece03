import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { EVENTS_PATH } from "#contract/kernel/api-bases.ts";
import { addressOf, type Endpoint } from "#contract/kernel/define-endpoints.ts";
import { SANDBOX_ENDPOINTS } from "#server/sandbox/sandbox-endpoints.ts";
import { setSecurityHeaders } from "#server/http/security-headers.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let product: DemoApp;
beforeAll(async () => {
  product = await buildDemoApp();
});
afterAll(() => product.close());

type Headers = Readonly<Record<string, unknown>>;
type Method = Endpoint["method"];

/** Deviations from ASVS 3.4 and `reliability.md` §3. */
function faultsOf(headers: Headers): string[] {
  const csp = String(headers["content-security-policy"] ?? "");
  const directive = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name} ([^;]*)`).exec(csp)?.[1]?.trim();
  const faults: [string, boolean][] = [
    ["default-src", directive("default-src") === "'self'"],
    [
      "script-src",
      directive("script-src") !== undefined &&
        !/unsafe|\*|data:|http:/.test(directive("script-src") ?? ""),
    ],
    ["object-src", directive("object-src") === "'none'"],
    ["base-uri", directive("base-uri") === "'none'"],
    ["frame-ancestors", directive("frame-ancestors") === "'none'"],
    ["form-action", directive("form-action") === "'self'"],
    ["connect-src", directive("connect-src") === "'self'"],
    ["nosniff", headers["x-content-type-options"] === "nosniff"],
    ["referrer-policy", headers["referrer-policy"] === "no-referrer"],
    ["x-frame-options", headers["x-frame-options"] === "DENY"],
    ["permissions-policy", /camera=\(\)/.test(String(headers["permissions-policy"] ?? ""))],
    ["opener", headers["cross-origin-opener-policy"] === "same-origin"],
    ["x-powered-by", headers["x-powered-by"] === undefined],
    ["server", headers["server"] === undefined],
  ];
  return faults.filter(([, holds]) => !holds).map(([name]) => name);
}

/** Dictionaries are the same for everybody, so browsers may cache them. */
const isDictionary = (url: string) =>
  /^\/client-api\/(city|service|service-group)\/list|^\/client-api\/definitions/.test(url);

async function faultsAt(
  phone: string | null,
  method: Method,
  url: string,
  payload?: object,
): Promise<string[]> {
  const { headers, status } = await product.call(phone, method, url, payload);
  const faults = faultsOf(headers);
  if (
    /^\/(open|client|edoc)-api\/|^\/sandbox\/api\//.test(url) &&
    headers["cache-control"] !== "no-store" &&
    !(isDictionary(url) && /^private, max-age=\d+$/.test(String(headers["cache-control"])))
  )
    faults.push(`cache-control (${status})`);
  return faults.map((fault) => `${method} ${url}: ${fault}`);
}

/** Calls that end the session come last. */
const CALLS = [...ALL_ENDPOINTS].sort(
  (one, other) =>
    Number(one.id.startsWith("auth.logout")) - Number(other.id.startsWith("auth.logout")),
);
const PARAMS = { id: "1", key: "list", step: "1", readingID: "0".repeat(32) };

describe("every answer carries the headers that keep a browser in its place", () => {
  test.each([
    ["a guest", null],
    ["the owner", CAST.owner],
    ["a worker", CAST.workman],
  ])("calls of the contract, as %s", async (_who, phone) => {
    const faults: string[] = [];
    for (const endpoint of CALLS)
      faults.push(
        ...(await faultsAt(
          phone,
          endpoint.method,
          addressOf(endpoint, PARAMS),
          endpoint.method === "GET" ? undefined : {},
        )),
      );
    expect(faults).toEqual([]);
  });

  test("calls of the sandbox", async () => {
    const faults: string[] = [];
    for (const { method, path } of Object.values(SANDBOX_ENDPOINTS)) {
      faults.push(
        ...(await faultsAt(
          null,
          method as Method,
          `/sandbox/api${path.replace(/\{\w+\}/g, "1")}`,
          method === "GET" ? undefined : {},
        )),
      );
    }
    expect(faults).toEqual([]);
  });

  test("pages, files, redirects and the machine's own addresses", async () => {
    const urls = [
      "/",
      "/jobs",
      "/Jobs/",
      "/sandbox",
      "/assets/none.js",
      "/missing.ico",
      "/console-config.json",
      "/health/live",
      "/health/ready",
      "/metrics",
      "/open-api/openapi.json",
      "/client-api/openapi.json",
      "/edoc-api/openapi.json",
      "/sandbox/api/openapi.json",
    ];
    expect((await Promise.all(urls.map((url) => faultsAt(null, "GET", url)))).flat()).toEqual([]);
  });

  test("errors: an unknown call, a wrong method, a broken body, a body too large", async () => {
    const answers = [
      await faultsAt(null, "GET", "/open-api/v1/none"),
      await faultsAt(null, "DELETE", "/open-api/v1/auth/login"),
      await faultsAt(CAST.owner, "POST", "/open-api/v1/auth/switch-account", {
        accountID: "x".repeat(2_000_000),
      }),
    ];
    const broken = await product.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/login",
      headers: { "content-type": "application/json" },
      payload: "{",
    });
    expect([...answers.flat(), ...faultsOf(broken.headers)]).toEqual([]);
  });

  test("the product's time, when its clock has been moved", async () => {
    product.clock.advance(86_400_000);
    const apart = async (url: string) =>
      Math.round(
        (Date.parse(String((await product.call(CAST.viewer, "GET", url)).headers["date"])) -
          Date.now()) /
          3_600_000,
      );
    const moved = await apart("/client-api/user/my-info");
    product.clock.advance(-86_400_000);
    expect(moved).toBe(24);
    expect(Math.abs(await apart("/client-api/user/my-info"))).toBe(0);
  });

  test("a refusal for haste, with how long to wait", async () => {
    const ask = () =>
      product.call(null, "POST", "/open-api/v1/auth/send-otp", {
        phoneNumber: "79161112299",
        exists: false,
      });
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    // Seconds pass between the two on a slow machine.
    const waitSeconds = Number(refused.headers["retry-after"]);
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(60);
    expect(refused.headers["retry-after"]).toBe(String(refused.body["retryAfterSeconds"]));
  });

  test("the stream of events", async () => {
    const origin = await product.http.listen({ host: "127.0.0.1", port: 0 });
    const stop = new AbortController();
    const answer = await fetch(origin + EVENTS_PATH, {
      headers: await product.signIn(CAST.viewer),
      signal: stop.signal,
    });
    const headers = Object.fromEntries(answer.headers);
    stop.abort();
    expect([answer.status, headers["cache-control"], faultsOf(headers)]).toEqual([
      200,
      "no-store",
      [],
    ]);
  });

  test("the reference page runs only its own scripts", async () => {
    const { status, headers } = await product.call(null, "GET", "/api-docs/");
    expect(status).toBe(200);
    expect(String(headers["content-security-policy"])).toMatch(/script-src 'self'(?![^;]*unsafe)/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});

test("over HTTPS the browser is told to stay there", async () => {
  const http = fastify();
  await setSecurityHeaders(http, { apiOrigins: ["https://api.example", "", ""], https: true });
  http.get("/", () => "");
  const { headers } = await http.inject("/");
  await http.close();
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(headers["content-security-policy"]).toContain("connect-src 'self' https://api.example;");
  expect(headers["content-security-policy"]).toContain("upgrade-insecure-requests");
});
