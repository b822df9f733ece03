import { sql } from "kysely";
import { addDays, formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import type { App } from "#server/app.ts";
import { RESULT_TO_ACCEPT } from "./demo-jobs.ts";
import type { Product } from "#server/open-product.ts";
import { orderDemoExports, seedDemoWallet } from "./seed-demo-money.ts";

const FINANCE_MANAGER = "79000000003";
const DAY_MS = 86_400_000;

interface DemoRegistry {
  readonly title: string;
  readonly daysAgo: number;
  readonly rows: number;
  /** Rubles of the first row; each next one is a little more. */
  readonly amount: number;
  readonly mistakes?: number;
  readonly execute?: boolean;
  /** Orders the bank sends back. */
  readonly returned?: number;
  readonly cancel?: boolean;
}

/** One registry in every state a person may meet, oldest first. */
const REGISTRIES: readonly DemoRegistry[] = [
  { title: "Выкладка товара, первая очередь", daysAgo: 48, rows: 24, amount: 8200, execute: true },
  { title: "Выкладка товара, вторая очередь", daysAgo: 19, rows: 31, amount: 8600, execute: true },
  { title: "Ночная инвентаризация", daysAgo: 9, rows: 12, amount: 5400, execute: true, returned: 2 },
  { title: "Промоакция, не состоялась", daysAgo: 6, rows: 5, amount: 3000, cancel: true },
  { title: "Разгрузка, первая половина месяца", daysAgo: 2, rows: 18, amount: 4700, mistakes: 4 },
  { title: "Курьеры, пробный файл", daysAgo: 1, rows: 3, amount: 2500, mistakes: 3 },
  { title: "Комплектация заказов", daysAgo: 0, rows: 15, amount: 6100 },
];

/** What a past is made on. */
export type DemoProduct = Pick<Product, "db" | "clock">;

/**
 * Gives the demonstration a past: real files through the real upload, check, code and payment, on a clock moved back. What
 * the screens show was made by the product itself, so it cannot contradict it.
 */
export async function seedDemoRegistries(product: DemoProduct, app: App): Promise<void> {
  const { kysely } = product.db;
  const workers = await sql<{ inn: string; name: string }>`
    SELECT w.inn, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS name
    FROM workmen w JOIN people p ON p.id = w.person_id
    WHERE w.state = 'ACTIVE' AND w.smz_state = 'OK' AND w.taxpayer_type = 'SMZ' AND w.payout_kind = 'CARD'
      AND NOT EXISTS (SELECT FROM blacklist_entries b WHERE b.inn = w.inn)
    ORDER BY p.phone`.execute(kysely);
  const real = new Date();
  let headers = {};
  for (const registry of REGISTRIES) {
    product.clock.set(new Date(real.getTime() - registry.daysAgo * DAY_MS));
    headers = { authorization: `Bearer ${await signIn(product, app)}` };
    const call = async (method: "GET" | "POST", path: string, body?: object) => {
      const form = body instanceof FormData ? new Response(body) : null;
      const payload = form ? Buffer.from(await form.arrayBuffer()) : body;
      const answer = await app.http.inject({ method, url: `/open-api/v1/payroll-registries${path}`, headers: { ...headers, ...(form ? { "content-type": form.headers.get("content-type") ?? "" } : {}) }, ...(payload ? { payload } : {}) });
      if (answer.statusCode >= 300) throw new Error(`demonstration: ${path} answered ${answer.statusCode} ${answer.body}`);
      return answer.json() as { id: number; version: number; state: { id: string } };
    };
    const { id } = await call("POST", "/paste", pasted(textOf(registry, workers.rows, moscowDate(product.clock.now())), registry.title));
    await app.tasks.runUntilIdle();
    const { version, state } = await call("GET", `/${id}`);
    if (registry.cancel) await call("POST", `/${id}/cancel`, { version, stateID: state.id });
    if (!registry.execute) continue;
    if (registry.returned) await sql`UPDATE sandbox.switches SET return_next = ${registry.returned} WHERE service = 'bank'`.execute(kysely);
    await call("POST", `/${id}/send-execute-code`, { version, mode: "VALID_ONLY" });
    await call("POST", `/${id}/execute`, { version, mode: "VALID_ONLY", otp: await codeFor(product) });
    // Once past the undo window, once more for what the bank sends back.
    for (let round = 0; round < 2; round += 1) {
      product.clock.advance(10 * 60_000);
      await app.tasks.runUntilIdle();
    }
  }
  product.clock.set(new Date());
  await acceptResult(product, app, headers);
  await seedDemoWallet(product);
  await orderDemoExports(product, app, headers);
  await forgetOwnSignIns(product);
}

/** Text of a spreadsheet as the form that carries it. */
function pasted(text: string, title: string): FormData {
  const form = new FormData();
  form.append("title", title);
  form.append("text", new Blob([text], { type: "text/plain" }), "rows.txt");
  return form;
}

/** The codes and sessions this past was made with are nobody's: left there, they count as codes the person has asked for a minute ago. */
async function forgetOwnSignIns(product: DemoProduct): Promise<void> {
  const { kysely } = product.db;
  await sql`DELETE FROM one_time_codes WHERE phone = ${FINANCE_MANAGER}`.execute(kysely);
  await sql`UPDATE sessions s SET ended_at = ${product.clock.now()}, end_reason = 'logout' FROM people p WHERE p.id = s.person_id AND p.phone = ${FINANCE_MANAGER} AND s.ended_at IS NULL`.execute(kysely);
}

/** One result of the exchange is accepted: its act waits for the worker's signature, its payout for the act. */
async function acceptResult(product: DemoProduct, app: App, headers: Record<string, string>): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`SELECT o.id FROM job_offers o JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id WHERE j.title = ${RESULT_TO_ACCEPT} AND o.state = 'COMPLETED'`.execute(product.db.kysely);
  for (const { id } of rows) {
    const answer = await app.http.inject({ method: "POST", url: "/client-api/job-offer/result-accept", headers, payload: { jobOfferID: Number(id) } });
    if (answer.statusCode !== 200) throw new Error(`demonstration: the result was not accepted: ${answer.body}`);
  }
}

async function signIn(product: DemoProduct, app: App): Promise<string> {
  const post = (path: string, payload: object) => app.http.inject({ method: "POST", url: `/open-api/v1/auth/${path}`, payload });
  await post("send-otp", { phoneNumber: FINANCE_MANAGER, exists: true });
  const answer = await post("login", { phoneNumber: FINANCE_MANAGER, code: await codeFor(product) });
  return (answer.json() as { accessToken: string }).accessToken;
}

/** The last code on the demonstration's phone; the message leaves after the answer, so it is waited for. */
async function codeFor(product: DemoProduct): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rows } = await sql<{ id: bigint; text: string }>`DELETE FROM sandbox.sms WHERE phone = ${FINANCE_MANAGER} RETURNING id, text`.execute(product.db.kysely);
    const code = /\b\d{6}\b(?=\. Никому)/.exec(rows.at(-1)?.text ?? "")?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("demonstration: no code has come");
}

const HEADER = ["ИНН исполнителя", "ФИО исполнителя", "Код услуги", "Текст для чека", "Дата начала работ", "Дата окончания работ", "Сумма, ₽"];

function textOf(registry: DemoRegistry, workers: readonly { inn: string; name: string }[], today: string): string {
  const start = formatDate(addDays(today, -14));
  const end = formatDate(addDays(today, -1));
  const rows = Array.from({ length: registry.rows }, (_, index) => {
    const worker = workers[index % workers.length] as { inn: string; name: string };
    const isWrong = index < (registry.mistakes ?? 0);
    const inn = isWrong && index % 2 === 0 ? worker.inn.slice(0, 10) : worker.inn;
    const amount = isWrong && index % 2 === 1 ? "0" : `${registry.amount + index * 137},50`;
    return [inn, worker.name, "0101", `Услуги по выкладке товара за период ${start} – ${end}`, start, end, amount].join("\t");
  });
  return [HEADER.join("\t"), ...rows].join("\n");
}
