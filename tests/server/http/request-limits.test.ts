import fastify, { type FastifyRequest } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { networkOf } from "#server/http/address-network.ts";
import { limitRequests } from "#server/http/request-limits.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { sql } from "kysely";

const LIMIT = 10;

let product: TestApp;
beforeAll(async () => {
  product = await buildTestApp({ config: { rateLimitPerMinute: LIMIT } });
  await sql`
    INSERT INTO people (phone, name) VALUES ('79000000001', 'Пётр'), ('79000000002', 'Анна')`.execute(
    product.database.kysely,
  );
});
afterAll(() => product.close());

const URL = "/open-api/v1/notifications";

/** Statuses of so many requests, refusals last. */
async function ask(
  times: number,
  options: { url?: string; remoteAddress: string; headers?: Record<string, string> },
): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1)
    statuses.push((await product.http.inject({ url: URL, ...options })).statusCode);
  return statuses;
}
const refused = (statuses: readonly number[]) => statuses.filter((one) => one === 429).length;

test("people of one office have a limit each, whatever guests of its address do", async () => {
  const remoteAddress = "203.0.113.1";
  const [one, other] = [await product.signIn("79000000001"), await product.signIn("79000000002")];
  // Each proves himself by a first request.
  expect(await ask(1, { remoteAddress, headers: one })).toEqual([200]);
  expect(await ask(1, { remoteAddress, headers: other })).toEqual([200]);
  expect(refused(await ask(LIMIT, { remoteAddress }))).toBe(2);
  expect(refused(await ask(LIMIT, { remoteAddress, headers: one }))).toBe(0);
  expect(refused(await ask(1, { remoteAddress, headers: one }))).toBe(1);
  expect(refused(await ask(LIMIT, { remoteAddress, headers: other }))).toBe(0);
  // Another address does not help.
  expect(refused(await ask(1, { remoteAddress: "203.0.113.77", headers: one }))).toBe(1);
});

test("made-up tokens are no way round", async () => {
  const statuses: number[] = [];
  for (let i = 0; i <= LIMIT; i += 1)
    statuses.push(
      ...(await ask(1, {
        remoteAddress: "203.0.113.2",
        headers: { authorization: `Bearer sk_test_${i}` },
      })),
    );
  expect(statuses).toEqual([...Array<number>(LIMIT).fill(401), 429]);
});

test("addresses of one IPv6 network are one visitor", async () => {
  const statuses: number[] = [];
  for (let i = 1; i <= LIMIT + 1; i += 1)
    statuses.push(...(await ask(1, { remoteAddress: `2001:db8:1:2:${i}::1` })));
  expect(refused(statuses)).toBe(1);
  expect(refused(await ask(1, { remoteAddress: "2001:db8:1:3::1" }))).toBe(0);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s counts as %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test("whoever watches the product is not counted", async () => {
  for (const url of ["/health/live", "/health/ready", "/metrics"])
    expect(refused(await ask(LIMIT + 5, { url, remoteAddress: "203.0.113.3" }))).toBe(0);
});

test("addresses without a route are counted, those of a search by a limit of their own", async () => {
  expect(refused(await ask(LIMIT + 1, { url: "/none", remoteAddress: "203.0.113.4" }))).toBe(1);
  const searches = await ask(3, { url: "/jobs?search=1", remoteAddress: "203.0.113.5" });
  expect(refused(searches)).toBe(2);
  expect(refused(await ask(1, { url: "/jobs", remoteAddress: "203.0.113.5" }))).toBe(0);
});

test("own pages are drawn so many times a minute for each browser, and guests' without a count", async () => {
  const http = fastify();
  const visitOf = ({ headers }: FastifyRequest) => headers["x-visit"] as string | undefined;
  const { mayDraw } = await limitRequests(http, 20, () => false, visitOf);
  http.get("/page", async (request) => mayDraw(request));
  const drawn = async (times: number, headers: Record<string, string>) => {
    const answers: boolean[] = [];
    for (let visit = 0; visit < times; visit += 1)
      answers.push((await http.inject({ url: "/page", headers })).json());
    return answers;
  };
  expect(await drawn(3, { "x-visit": "one" })).toEqual([true, true, false]);
  expect(await drawn(2, { "x-visit": "other" })).toEqual([true, true]);
  expect(await drawn(5, {})).toEqual(Array(5).fill(true));
  await http.close();
});
