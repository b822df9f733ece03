import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { EVENTS_PATH, SHOWN_COMPANY_HEADER } from "#contract/kernel/api-bases.ts";
import { addressOf } from "#contract/kernel/define-endpoints.ts";
import { printDatabase } from "#tests/support/database-print.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const MINE = 1;
const OTHER = 2;
const INVOICE = "/client-api/invoice/create";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await sql`
    INSERT INTO account_users (account_id, person_id, role)
    SELECT ${OTHER}, id, 'ADMIN' FROM people WHERE phone = ${CAST.owner}`.execute(
    demo.database.kysely,
  );
});
afterAll(() => demo.close());

const shows = (company: number | string) => ({ [SHOWN_COMPANY_HEADER]: String(company) });
const codeOf = ({ status, body }: Awaited<ReturnType<DemoApp["call"]>>) => [status, body["code"]];
const REFUSED = [409, "company_switched"];

const OWN_OF_THE_SESSION: readonly string[] = [
  authEndpoints.myInfo.id,
  authEndpoints.refreshJwt.id,
  authEndpoints.switchAccount.id,
  authEndpoints.logout.id,
  authEndpoints.logoutEverywhere.id,
];

test("every call of a page that shows another company is refused before it reads or writes", async () => {
  const served = ALL_ENDPOINTS.filter(
    ({ id }) => demo.app.served.has(id) && !OWN_OF_THE_SESSION.includes(id),
  );
  expect(served.length).toBeGreaterThan(150);
  await demo.call(CAST.viewer, "GET", "/client-api/user/my-info");
  const before = await printDatabase(demo.database.pool);
  const passed: string[] = [];
  for (const endpoint of served) {
    const address = addressOf(endpoint, { id: 1, key: "list", step: 1 });
    const answer = await demo.call(CAST.viewer, endpoint.method, address, undefined, shows(OTHER));
    if (String(codeOf(answer)) !== String(REFUSED)) passed.push(`${endpoint.id} ${answer.status}`);
  }
  const events = await demo.call(CAST.viewer, "GET", EVENTS_PATH, undefined, shows(OTHER));
  expect([passed, codeOf(events)]).toEqual([[], REFUSED]);
  expect(await printDatabase(demo.database.pool)).toEqual(before);
});

test("after a switch in one tab the other tab issues no invoice, is told where the person went, and can find out", async () => {
  const issue = (headers?: Record<string, string>) =>
    demo.call(
      CAST.owner,
      "POST",
      INVOICE,
      { amount: 100 },
      {
        "idempotency-key": crypto.randomUUID(),
        ...headers,
      },
    );
  const invoicesOf = async (account: number) =>
    (
      await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM invoices WHERE account_id = ${account}`.execute(
        demo.database.kysely,
      )
    ).rows[0]?.n ?? 0;
  expect((await issue(shows(MINE))).status).toBe(200);
  const turn = await demo.call(
    CAST.owner,
    "POST",
    "/open-api/v1/auth/switch-account",
    { accountID: OTHER },
    shows(MINE),
  );
  expect(turn.status).toBe(200);
  const before = await invoicesOf(OTHER);
  const late = await issue(shows(MINE));
  expect(codeOf(late)).toEqual(REFUSED);
  expect(late.body["message"]).toMatch(/^Вы перешли в компанию «.+»: обновите страницу$/);
  expect(await invoicesOf(OTHER)).toBe(before);
  const me = await demo.call(CAST.owner, "GET", "/client-api/user/my-info", undefined, shows(MINE));
  expect([me.status, me.body["currentAccountID"]]).toEqual([200, OTHER]);
  expect([(await issue(shows(OTHER))).status, (await issue()).status]).toEqual([200, 200]);
  expect(await invoicesOf(OTHER)).toBe(before + 2);
});

test("whoever has left the company is told so, and a guest is asked to sign in", async () => {
  const worker = await demo.call(
    CAST.workman,
    "GET",
    "/client-api/job/counts",
    undefined,
    shows(MINE),
  );
  expect([...codeOf(worker), worker.body["message"]]).toEqual([
    ...REFUSED,
    "Вы больше не работаете в этой компании: обновите страницу",
  ]);
  const guest = await demo.call(null, "GET", "/client-api/job/counts", undefined, shows(MINE));
  expect(guest.status).toBe(401);
  const out = await demo.call(CAST.workman, "POST", "/open-api/v1/auth/logout", {}, shows(MINE));
  expect(out.status).toBe(200);
});
