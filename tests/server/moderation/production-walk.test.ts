import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personInn } from "#contract/values/check-digits.ts";
import { requiredDocumentsOf } from "#contract/definitions/taxpayer-types.ts";
import { EXPIRING_TYPES } from "#contract/workman-documents/workman-document-states.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { NewcomerDesk } from "#tests/support/newcomer-desk.ts";
import { startProduction, type Production } from "#tests/support/production.ts";

const COMPANY = { phone: "79161234501", inn: "7707083893" };
const WORKMAN = { phone: "79161234502", inn: personInn("5024000777") };
const BY = ["--by", "Иванова Анна"];

let production: Production;
beforeAll(async () => {
  production = await startProduction(WORKMAN);
});
afterAll(() => production.close());

const db = () => production.product.database.kysely;

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { id: number; message: string };
}

async function call(
  phone: string | null,
  method: "GET" | "POST",
  url: string,
  payload?: object,
): Promise<Answer> {
  const answer = await production.product.http.inject({
    method,
    url,
    headers: phone === null ? {} : await production.product.signIn(phone),
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function done(...request: Parameters<typeof call>): Promise<Answer["body"]> {
  const { status, body } = await call(...request);
  if (status !== 200) throw new Error(`${request[2]}: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function register(phone: string, data: object): Promise<void> {
  const code = await production.codeOn(phone, () =>
    done(null, "POST", "/open-api/v1/auth/send-otp", { phoneNumber: phone, exists: false }),
  );
  await done(null, "POST", "/open-api/v1/auth/register", {
    data: { phoneNumber: phone, code, acceptTerms: true, acceptDataPolicy: true, ...data },
  });
}

const waiting = async (kind: string) =>
  JSON.parse(await production.command("waiting", kind, "--json")) as {
    id: number;
    who: string;
    what: string;
    verdicts: string[];
  }[];
const decide = (...args: string[]) => production.command("decide", ...args, ...BY);
async function passUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await isSo()); turn += 1) {
    if (turn === 40) throw new Error("what was waited for has not come");
    await production.pass(30);
  }
}
const balance = () => balanceOfAccount(db(), 1);

test("a company and a worker come to production, work, disagree and are paid: the command line decides what people must", async () => {
  // No helper page, no other way in.
  expect((await call(null, "POST", "/sandbox/api/moderation/account/1/approve")).status).toBe(404);

  await register(COMPANY.phone, { side: "account", inn: COMPANY.inn, firstName: "Ольга" });
  expect(await production.command("waiting")).toMatch(
    /^Вид +№ +Ждёт с +Кто +Что\naccount +1 +\d\d\.\d\d\.\d{4} в \d\d:\d\d +Ольга, \+79161234501 +ПАО «Пример», ИНН 7707083893$/,
  );
  await expect(decide("account", "1", "reject")).rejects.toThrow(
    /^Укажите причину: .*NO_AUTHORITY \(Не подтверждены полномочия\)/,
  );
  await expect(decide("company", "1", "approve")).rejects.toThrow(
    /^Вида «company» нет\. Есть: .*account \(компания\)/,
  );
  const heard: string[] = [];
  production.product.app.hub.subscribe(["account:1"], ({ resource }) => heard.push(resource));
  expect(await decide("account", "1", "approve")).toBe("Готово: компания № 1, одобрено");
  await expect.poll(() => heard).toContain("accounts");
  await expect(decide("account", "1", "approve")).rejects.toThrow(
    /^Запись не ждёт такого решения: она в состоянии «Активен»\. Последнее решение: Иванова Анна, \d\d\.\d\d\.\d{4} в \d\d:\d\d$/m,
  );

  // Money by an invoice and without one.
  const invoice = await done(COMPANY.phone, "POST", "/client-api/invoice/create", {
    amount: 50_000,
  });
  const payer = { payerInn: COMPANY.inn, payerName: "ПАО «Пример»" };
  production.income({
    ...payer,
    amountKopecks: 50_000_00,
    purpose: `Оплата по счёту ${String(invoice["number"])}`,
  });
  production.income({ ...payer, amountKopecks: 1_000_00, purpose: "за услуги" });
  production.income({
    payerInn: "500100732259",
    payerName: "Прохожий",
    amountKopecks: 7_00,
    purpose: "за телефон",
  });
  await production.pass(90);
  expect((await balance()).available).toBe(50_000_00n);
  const unknown = await waiting("payment");
  expect(unknown.map(({ what, verdicts }) => [what, verdicts])).toEqual([
    ["1000 ₽: за услуги. Похоже, от ПАО «Пример»", ["credit", "return"]],
    ["7 ₽: за телефон", ["credit", "return"]],
  ]);
  const [ours, strangers] = unknown.map(({ id }) => String(id)) as [string, string];
  await expect(decide("payment", ours, "credit")).rejects.toThrow("Укажите номер счёта");
  await decide("payment", ours, "credit", "--invoice", String(invoice["number"]));
  await decide("payment", strangers, "return");
  await production.pass(5);
  expect((await balance()).available).toBe(51_000_00n);
  expect(production.orders("/returns")).toMatchObject([{ amountKopecks: 7_00 }]);

  // Papers that need a moderator.
  await register(WORKMAN.phone, { side: "workman" });
  const { rows } = await sql<{ id: number }>`SELECT id FROM workmen`.execute(db());
  const workmanId = String(rows[0]?.id);
  const desk = new NewcomerDesk(production.product, WORKMAN.phone, Number(workmanId), WORKMAN.inn);
  const kz = { citizenshipID: "kz" } as const;
  await desk.start(kz);
  expect((await desk.put("/workman-steps/2", { ...desk.base, ...kz })).status).toBe(200);
  for (const type of requiredDocumentsOf("SMZ", "kz")) {
    const form = multipartForm({
      type,
      ...(EXPIRING_TYPES.includes(type) ? { expireDate: "2090-01-01" } : {}),
      document: { fileName: "scan.pdf", data: "%PDF-1.7\n%%EOF" },
    });
    const uploaded = await production.product.http.inject({
      method: "POST",
      url: "/open-api/v1/talk-bank/upload-document",
      payload: form.payload,
      headers: { ...form.headers, ...(await production.product.signIn(WORKMAN.phone)) },
    });
    expect(uploaded.json()).toMatchObject({ id: expect.any(Number) });
  }
  for (const [step, payload] of [
    ["documents", desk.documents],
    ["payment-data", { payoutKindID: "SBP" }],
    ["self-employed-data", { regionID: "77", activities: ["0803"] }],
  ] as const)
    expect(await desk.step(step, payload)).toMatchObject({ status: 200 });
  await desk.send();
  await passUntil(async () => (await desk.profile()).status.id === "COMPLETE");
  expect((await waiting("workman")).map(({ id }) => String(id))).toEqual([workmanId]);
  await decide("workman", workmanId, "approve");
  await passUntil(async () => (await desk.myInfo())["answerObstacle"] === null);
  expect(await desk.myInfo()).toMatchObject({ state: { id: "ACTIVE" } });

  const form = multipartForm({
    type: "passport",
    file: { fileName: "scan.pdf", data: "%PDF-1.7\n%%EOF" },
  });
  const paper = await production.product.http.inject({
    method: "POST",
    url: "/open-api/v1/workman/documents",
    payload: form.payload,
    headers: { ...form.headers, ...(await production.product.signIn(WORKMAN.phone)) },
  });
  await decide("workman-document", String(paper.json<{ id: number }>().id), "approve");

  // A job from moderation to finished work.
  const job = await done(COMPANY.phone, "POST", "/client-api/job/create", {
    title: "Разобрать архив",
    description: "Разложить триста папок по годам и составить опись.",
    serviceID: 201,
    payType: "NEGOTIABLE",
    budget: 10_000,
    isActRequired: false,
    finishDate: Math.floor(production.product.clock.now().getTime() / 1000) + 10 * 86_400,
  });
  const published = await done(COMPANY.phone, "POST", "/client-api/job/publish", {
    jobID: job.id,
  });
  expect(published).toMatchObject({ state: { id: "MODERATION" } });
  await decide("job", String(job.id), "approve");
  const offer = await done(WORKMAN.phone, "POST", "/client-api/job-offer/create", {
    jobID: job.id,
    amount: 10_000,
  });
  const step = (phone: string, verb: string, more: object = {}) =>
    done(phone, "POST", `/client-api/job-offer/${verb}`, { jobOfferID: offer.id, ...more });
  await step(COMPANY.phone, "accept");
  await step(WORKMAN.phone, "start");
  await step(WORKMAN.phone, "finish");

  // Three disputes.
  for (let turn = 0; turn < 3; turn += 1) {
    await step(COMPANY.phone, "arbitration", {
      amount: 8_000,
      reasonID: "PARTLY_DONE",
      comment: "Сделана половина",
    });
    await step(WORKMAN.phone, "arbitration-decline", { comment: "Сделано всё" });
  }
  expect((await waiting("arbitration")).map(({ id }) => id)).toEqual([offer.id]);
  await decide("arbitration", String(offer.id), "approve", "--comment", "По фотографиям");

  const stateOfPayout = async () =>
    (await sql<{ state: string }>`SELECT state FROM payouts`.execute(db())).rows[0]?.state;
  await passUntil(async () => (await stateOfPayout()) === "PAID");
  expect(production.orders("/orders").reduce((sum, one) => sum + one.amountKopecks, 0)).toBe(
    8_000_00,
  );
  expect((await balance()).reserved).toBe(0n);
  expect(Object.values(await auditLedger(db())).flat()).toEqual([]);

  // The journal names who took each decision.
  const lines = await sql<{ decision: string; name: string }>`
    SELECT actor->>'decision' AS decision, actor->>'name' AS name
    FROM audit_log
    WHERE actor->>'type' = 'moderator'
    ORDER BY at, decision`.execute(db());
  expect(new Set(lines.rows.map(({ name }) => name))).toEqual(new Set(["Иванова Анна"]));
  expect(lines.rows.map(({ decision }) => decision.replace(/-\d+$/, "")).sort()).toEqual([
    "account",
    "arbitration",
    "job",
    "payment",
    "payment",
    "workman",
    "workman-document",
  ]);
});
