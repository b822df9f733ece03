import { sql } from "kysely";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import type { App } from "#server/app.ts";
import { changeSwitches } from "#server/sandbox/switches.ts";
import { RESULT_TO_ACCEPT } from "./demo-jobs.ts";
import {
  callAs,
  codeFor,
  pastedForm,
  rememberTime,
  signInAs,
  signOut,
  type DemoProduct,
} from "./demo-session.ts";
import { DEMO_REGISTRIES, textOf } from "./demo-registries.ts";
import { seedDemoApproval } from "./seed-demo-approval.ts";
import { orderDemoExports, seedDemoWallet } from "./seed-demo-money.ts";
import { seedDemoMassChange } from "./seed-demo-mass-change.ts";
import { seedDemoRegistryKinds } from "./seed-demo-registry-kinds.ts";
import { seedDemoTemplates } from "./seed-demo-templates.ts";

const OWNER = "79000000001";
const FINANCE_MANAGER = "79000000003";
const DAY_MS = 86_400_000;
const ANSWERS_AT_ONCE = { answerAfterSeconds: 0 };

/**
 * Real files through the real upload, validation, code and payment, on a clock moved back: screens
 * cannot contradict the history.
 */
export async function seedDemoRegistries(product: DemoProduct, app: App): Promise<void> {
  const { kysely } = product.db;
  const workmen = await sql<{ inn: string; name: string }>`
    SELECT w.inn, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS name
    FROM workmen w JOIN people p ON p.id = w.person_id
    WHERE w.state = 'ACTIVE'
      AND w.smz_state = 'OK'
      AND w.taxpayer_type = 'SMZ'
      AND w.payout_kind = 'CARD'
      AND NOT EXISTS (SELECT FROM blacklist_entries b WHERE b.inn = w.inn)
    ORDER BY p.phone`.execute(kysely);
  const projects = await sql<{ id: number; title: string }>`
    SELECT id, title FROM projects ORDER BY account_id, id`.execute(kysely);
  const comeBack = rememberTime(product.clock);
  const present = product.clock.now();
  let headers = {};
  for (const registry of DEMO_REGISTRIES) {
    product.clock.set(new Date(present.getTime() - registry.daysAgo * DAY_MS));
    headers = await signInAs(product, app, FINANCE_MANAGER);
    const call = (method: "GET" | "POST", path: string, body?: object) =>
      callAs(app, headers, method, `/open-api/v1/payroll-registries${path}`, body);
    const text = textOf(registry, workmen.rows, moscowDate(product.clock.now()));
    const form = pastedForm(text, registry.title);
    const project = projects.rows.find(({ title }) => title === registry.project);
    if (project) form.append("projectID", String(project.id));
    const { id } = await call("POST", "/paste", form);
    await app.tasks.runUntilIdle();
    const { version, state } = await call("GET", `/${id}`);
    if (registry.cancel) await call("POST", `/${id}/cancel`, { version, stateID: state.id });
    if (!registry.execute && registry.startsInDays === undefined) continue;
    await changeSwitches(kysely, "bank", registry.bank);
    await changeSwitches(kysely, "tax-service", registry.taxService);
    await call("POST", `/${id}/send-execute-code`, { version, mode: "VALID_ONLY" });
    await call("POST", `/${id}/execute`, {
      version,
      mode: "VALID_ONLY",
      otp: await codeFor(product, FINANCE_MANAGER),
      ...(registry.startsInDays === undefined
        ? {}
        : { scheduledAt: morningIn(registry.startsInDays, product.clock.now()) }),
    });
    // Past the undo window, then for orders the bank returns.
    for (let round = 0; round < 2; round += 1) {
      product.clock.advance(10 * 60_000);
      await app.tasks.runUntilIdle();
    }
    await changeSwitches(kysely, "bank", ANSWERS_AT_ONCE);
    if (registry.givesUpOne) await giveUpReturned(product, app, id);
  }
  comeBack();
  await acceptResult(product, app, headers);
  await seedDemoWallet(product);
  await orderDemoExports(product, app, headers);
  await signOut(product, FINANCE_MANAGER);
  await seedDemoRegistryKinds(product, app);
  await seedDemoApproval(product, app, workmen.rows);
  const owner = await signInAs(product, app, OWNER);
  await seedDemoTemplates(app, owner);
  await seedDemoMassChange(app, owner);
  await signOut(product, OWNER);
}

async function giveUpReturned(product: DemoProduct, app: App, registryId: number): Promise<void> {
  // The session of the start has ended meanwhile.
  const headers = await signInAs(product, app, FINANCE_MANAGER);
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM payouts WHERE registry_id = ${registryId} AND state = 'RETURNED' ORDER BY id DESC LIMIT 1`.execute(
    product.db.kysely,
  );
  for (const { id } of rows)
    await callAs(app, headers, "POST", `/open-api/v1/payouts/${id}/give-up`);
}

/** Its act waits for the worker's signature, its payout for the act. */
async function acceptResult(
  product: DemoProduct,
  app: App,
  headers: Record<string, string>,
): Promise<void> {
  const { rows } = await sql<{
    id: bigint;
  }>`
    SELECT o.id
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE j.title = ${RESULT_TO_ACCEPT} AND o.state = 'COMPLETED'`.execute(product.db.kysely);
  for (const { id } of rows) {
    const answer = await app.http.inject({
      method: "POST",
      url: "/client-api/job-offer/result-accept",
      headers,
      payload: { jobOfferID: Number(id) },
    });
    if (answer.statusCode !== 200)
      throw new Error(`demonstration: the result was not accepted: ${answer.body}`);
  }
}

function morningIn(days: number, now: Date): string {
  return `${addDays(moscowDate(now), days)}T09:00:00+03:00`;
}
