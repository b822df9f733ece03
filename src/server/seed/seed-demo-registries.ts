import { sql } from "kysely";
import { addDays, formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import type { App } from "#server/app.ts";
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
import { orderDemoExports, seedDemoWallet } from "./seed-demo-money.ts";
import { seedDemoMassChange } from "./seed-demo-mass-change.ts";
import { seedDemoRegistryKinds } from "./seed-demo-registry-kinds.ts";
import { seedDemoTemplates } from "./seed-demo-templates.ts";

const OWNER = "79000000001";
const FINANCE_MANAGER = "79000000003";
const DAY_MS = 86_400_000;

interface DemoRegistry {
  readonly title: string;
  readonly daysAgo: number;
  readonly rows: number;
  /** Rubles of the first row; the next are a little more. */
  readonly amount: number;
  readonly mistakes?: number;
  readonly execute?: boolean;
  readonly returned?: number;
  readonly cancel?: boolean;
}

/** In every state, oldest first. */
const REGISTRIES: readonly DemoRegistry[] = [
  { title: "Выкладка товара, первая очередь", daysAgo: 48, rows: 24, amount: 8200, execute: true },
  { title: "Выкладка товара, вторая очередь", daysAgo: 19, rows: 31, amount: 8600, execute: true },
  {
    title: "Ночная инвентаризация",
    daysAgo: 9,
    rows: 12,
    amount: 5400,
    execute: true,
    returned: 2,
  },
  { title: "Промоакция, не состоялась", daysAgo: 6, rows: 5, amount: 3000, cancel: true },
  { title: "Разгрузка, первая половина месяца", daysAgo: 2, rows: 18, amount: 4700, mistakes: 4 },
  { title: "Курьеры, пробный файл", daysAgo: 1, rows: 3, amount: 2500, mistakes: 3 },
  { title: "Комплектация заказов", daysAgo: 0, rows: 15, amount: 6100 },
];

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
  const comeBack = rememberTime(product.clock);
  const present = product.clock.now();
  let headers = {};
  for (const registry of REGISTRIES) {
    product.clock.set(new Date(present.getTime() - registry.daysAgo * DAY_MS));
    headers = await signInAs(product, app, FINANCE_MANAGER);
    const call = (method: "GET" | "POST", path: string, body?: object) =>
      callAs(app, headers, method, `/open-api/v1/payroll-registries${path}`, body);
    const { id } = await call(
      "POST",
      "/paste",
      pastedForm(textOf(registry, workmen.rows, moscowDate(product.clock.now())), registry.title),
    );
    await app.tasks.runUntilIdle();
    const { version, state } = await call("GET", `/${id}`);
    if (registry.cancel) await call("POST", `/${id}/cancel`, { version, stateID: state.id });
    if (!registry.execute) continue;
    if (registry.returned)
      await sql`
        UPDATE sandbox.switches SET return_next = ${registry.returned} WHERE service = 'bank'`.execute(
        kysely,
      );
    await call("POST", `/${id}/send-execute-code`, { version, mode: "VALID_ONLY" });
    await call("POST", `/${id}/execute`, {
      version,
      mode: "VALID_ONLY",
      otp: await codeFor(product, FINANCE_MANAGER),
    });
    // Past the undo window, then for orders the bank returns.
    for (let round = 0; round < 2; round += 1) {
      product.clock.advance(10 * 60_000);
      await app.tasks.runUntilIdle();
    }
  }
  comeBack();
  await acceptResult(product, app, headers);
  await seedDemoWallet(product);
  await orderDemoExports(product, app, headers);
  await signOut(product, FINANCE_MANAGER);
  await seedDemoRegistryKinds(product, app);
  const owner = await signInAs(product, app, OWNER);
  await seedDemoTemplates(app, owner);
  await seedDemoMassChange(app, owner);
  await signOut(product, OWNER);
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

const HEADER = [
  "ИНН исполнителя",
  "ФИО исполнителя",
  "Код услуги",
  "Текст для чека",
  "Дата начала работ",
  "Дата окончания работ",
  "Сумма, ₽",
];

function textOf(
  registry: DemoRegistry,
  workmen: readonly { inn: string; name: string }[],
  today: string,
): string {
  const start = formatDate(addDays(today, -14));
  const end = formatDate(addDays(today, -1));
  const rows = Array.from({ length: registry.rows }, (_, index) => {
    const workman = workmen[index % workmen.length] as { inn: string; name: string };
    const isWrong = index < (registry.mistakes ?? 0);
    const inn = isWrong && index % 2 === 0 ? workman.inn.slice(0, 10) : workman.inn;
    const amount = isWrong && index % 2 === 1 ? "0" : `${registry.amount + index * 137},50`;
    return [
      inn,
      workman.name,
      "0101",
      `Услуги по выкладке товара за период ${start} – ${end}`,
      start,
      end,
      amount,
    ].join("\t");
  });
  return [HEADER.join("\t"), ...rows].join("\n");
}
