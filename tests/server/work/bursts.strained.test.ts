import { afterAll, beforeAll, expect, test } from "vitest";
import { isAllowed } from "#contract/access/access.ts";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { contractRequest } from "#tests/support/contract-request.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";

const CONNECTIONS = 4;
/** Three callers per connection: a call that holds one and waits for a second would stall. */
const AT_ONCE = 3 * CONNECTIONS;

let product: DemoApp;
beforeAll(async () => {
  product = await buildDemoApp({ connections: CONNECTIONS });
  await addDemoRecords(product);
});
afterAll(() => product.close());

test("many people at the same instant never leave each other without a database connection", async () => {
  const stuck: string[] = [];
  for (const endpoint of ALL_ENDPOINTS.filter((one) => product.app.served.has(one.id))) {
    const caller = callerOf(endpoint);
    // Earlier calls end sessions and change rights, so sign in anew.
    const headers = caller === null ? {} : await product.signIn(caller);
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => send(endpoint, index, headers)),
    );
    // Waiting in vain for a second connection answers 503 after ten seconds.
    if (statuses.some((status) => status >= 500))
      stuck.push(`${endpoint.id}: ${[...new Set(statuses)].join(", ")}`);
  }
  expect(stuck).toEqual([]);
});

function callerOf(endpoint: Endpoint): string | null {
  if (
    isAllowed(endpoint.access, { role: "OWNER", isWorkman: false }) &&
    endpoint.access !== "public"
  )
    return CAST.owner;
  return endpoint.access === "public" ? null : CAST.workman;
}

async function send(
  endpoint: Endpoint,
  index: number,
  headers: Record<string, string>,
): Promise<number> {
  // A phone each: requests of one phone wait for each other.
  const request = contractRequest(
    endpoint,
    hasPhone(endpoint) ? { body: { phoneNumber: `79000000${201 + index}` } } : {},
  );
  const { method, url, payload } = request;
  const answer = await product.http.inject({
    method,
    url,
    remoteAddress: `10.0.0.${index + 1}`,
    headers: { ...headers, ...request.headers },
    ...(payload ? { payload } : {}),
  });
  return answer.statusCode;
}

function hasPhone(endpoint: Endpoint): boolean {
  return (
    "phoneNumber" in ((endpoint.body as { properties?: object } | undefined)?.properties ?? {})
  );
}
