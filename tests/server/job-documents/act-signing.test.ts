import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import yauzl from "yauzl";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import {
  autoSignTask,
  expireDocumentsTask,
} from "#server/modules/job-documents/tasks/document-terms.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { openHold } from "#server/money/ledger/index.ts";
import { signDocuments } from "#server/modules/job-documents/actions/sign-documents.ts";
import type { Actor } from "#server/http/actor.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { makeProductEvents, type PayoutKey } from "#server/product-events.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { unzip } from "#tests/support/unzip.ts";
import { aPlatform } from "#tests/support/a-platform.ts";

const OTHER_WORKMAN = "79000000201";
const HOUR_MS = 3_600_000;

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  // Earlier acts of the demonstration would let these sign themselves.
  await sql`DELETE FROM job_documents`.execute(demo.database.kysely);
});
afterAll(() => demo.close());

interface ActOptions {
  readonly state?: "SENT" | "SIGNED_BY_SENDER" | "SIGNED";
  /** With the payment that waits for the act. */
  readonly ofPayment?: boolean;
  readonly count?: number;
  readonly hoursAgo?: number;
  readonly workman?: string;
}

let holds = 0;
/** Freezes the acts' payments. */
async function freeze(count: number): Promise<bigint> {
  holds += 1;
  const at = demo.clock.now();
  return inTransaction(demo.db.kysely, (trx) =>
    openHold(trx, {
      accountId: 1,
      purpose: "offer",
      sourceId: 800_000 + holds,
      attempt: 1,
      amountKopecks: 500_000n * BigInt(count),
      at,
      businessDate: moscowDate(at),
    }),
  );
}

/** Acts as they are after the result was accepted. */
async function acts({
  state = "SENT",
  ofPayment = true,
  count = 1,
  hoursAgo = 1,
  workman = CAST.workman,
}: ActOptions = {}): Promise<number[]> {
  const at = new Date(demo.clock.now().getTime() - hoursAgo * HOUR_MS);
  const holdId = ofPayment ? await freeze(count) : 0n;
  const { rows } = await sql<{ id: bigint }>`
    WITH job AS (
      INSERT INTO jobs (account_id, kind, state, title, description, service_id, budget_kopecks,
        workman_id, work_start, work_end, created_at)
      SELECT 1, 'PAYROLL', 'FINISHED', 'Разгрузка фуры', 'Разгрузка фуры на складе',
        (SELECT min(id) FROM services), 500000, w.id, ${moscowDate(at)}::date,
        ${moscowDate(at)}::date, ${at}
      FROM workmen w
      JOIN people p ON p.id = w.person_id, generate_series(1, ${count})
      WHERE p.phone = ${workman}
      RETURNING *
    ), payout AS (
      INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
        commission_kopecks, vat_kopecks, kind, due_at, created_at)
      SELECT account_id, 'ACT_PENDING', ${holdId}, id, workman_id, 500000, 0, 0, 'CARD', created_at,
        created_at
      FROM job
      WHERE ${ofPayment}
      RETURNING *
    )
    INSERT INTO job_documents (account_id, type, state, number, document_date, job_id, payout_id,
      workman_id, created_at, signed_at)
    SELECT j.account_id, 'ACT', ${state}, j.id::text, ${moscowDate(at)}::date, j.id, y.id,
      j.workman_id, ${at}, CASE
      WHEN ${state} = 'SIGNED' THEN ${at}::timestamptz END
    FROM job j LEFT JOIN payout y ON y.account_id = j.account_id AND y.job_id = j.id RETURNING id`.execute(
    demo.database.kysely,
  );
  return rows.map((row) => Number(row.id));
}

async function act(options: ActOptions = {}): Promise<number> {
  return (await acts(options))[0] as number;
}

async function ask(phone: string, documentIDs: number[]): Promise<string> {
  // A minute between codes.
  demo.clock.advance(61_000);
  const sent = await demo.call(phone, "POST", "/open-api/v1/job-documents/send-sign-code", {
    documentIDs,
  });
  expect(sent).toMatchObject({
    status: 200,
    body: {
      expiresInSeconds: 300,
      retryAfterSeconds: 60,
      phoneMasked: expect.stringContaining("***"),
    },
  });
  return codeOn(demo, phone);
}

const sign = (phone: string, id: number, otp: string) =>
  demo.call(phone, "POST", `/open-api/v1/job-documents/${id}/sign`, { otp });
const massSign = (phone: string, documentIDs: number[], otp: string) =>
  demo.call(phone, "POST", "/open-api/v1/job-documents/mass-sign", { documentIDs, otp });
const info = async (phone: string, id: number) =>
  (await demo.call(phone, "GET", `/open-api/v1/job-documents/${id}`)).body;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function evidence(id: number): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<
    Record<string, unknown>
  >`SELECT * FROM document_signatures WHERE document_id = ${id} ORDER BY signed_at`.execute(
    demo.database.kysely,
  );
  return rows;
}

async function stateOf(id: number): Promise<string | undefined> {
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM job_documents WHERE id = ${id}`.execute(demo.database.kysely);
  return rows[0]?.state;
}

async function payoutOf(id: number): Promise<PayoutKey> {
  const { rows } = await sql<{
    payout_id: bigint;
  }>`SELECT payout_id FROM job_documents WHERE id = ${id}`.execute(demo.database.kysely);
  return { accountId: 1, id: rows[0]?.payout_id as bigint };
}

async function workmanActor(): Promise<Actor> {
  const { rows } = await sql<{ id: number; person_id: number; name: string }>`
    SELECT w.id, w.person_id, p.name
    FROM workmen w
    JOIN people p ON p.id = w.person_id
    WHERE p.phone = ${CAST.workman}`.execute(demo.database.kysely);
  return {
    personId: rows[0]?.person_id ?? 0,
    sessionId: "",
    phone: CAST.workman,
    name: rows[0]?.name ?? "",
    accountId: null,
    role: null,
    projectIds: null,
    workmanId: rows[0]?.id ?? 0,
    isWorkman: true,
  };
}

describe("the worker signs the act of an accepted result", () => {
  test("sees what he signs, gets a code for it, and the evidence is kept and printed", async () => {
    const id = await act();
    expect(await info(CAST.workman, id)).toMatchObject({
      state: { id: "SENT" },
      permissions: { sign: true, reject: true },
      signedBySenderAt: expect.any(String),
      signedByRecipientAt: null,
      autoSignAt: null,
      expiresAt: expect.any(String),
    });
    const shown = await demo.call(
      CAST.workman,
      "GET",
      `/open-api/v1/job-documents/info-sign?documentIDs=${id}`,
    );
    expect(shown.body).toMatchObject({
      signableCount: 1,
      totalAmount: 5000,
      agreementVersion: expect.stringContaining("Договор возмездного оказания услуг в редакции от"),
      items: [{ id, canSign: true, obstacle: null }],
    });

    const otp = await ask(CAST.workman, [id]);
    expect(await sign(CAST.workman, id, otp)).toMatchObject({
      status: 200,
      body: {
        state: { id: "SIGNED", title: "Подписан" },
        signedByRecipientAt: expect.any(String),
        permissions: { sign: false, reject: false },
      },
    });
    const [kept, ...others] = await evidence(id);
    expect(others).toEqual([]);
    const [document] = shown.body.items as unknown as { sha256: string }[];
    expect(kept).toMatchObject({
      side: "workman",
      method: "CODE",
      sha256: document?.sha256,
      signer_name: expect.stringContaining("Смирнов"),
      phone_masked: "+7 (900) *** ** 01",
      ip: "127.0.0.1",
      text_shown: shown.body["agreementText"],
      message_id: expect.stringMatching(/^otp-\d+$/),
    });
    const text = textOfPdf(
      (await demo.call(CAST.workman, "GET", `/open-api/v1/job-documents/${id}/file`)).raw,
    ).replaceAll(" ", "");
    for (const words of [
      "Лист подписания",
      `код № ${String(kept?.["code_id"])} отправлен`,
      "на +7 (900) *** ** 01",
      String(kept?.["sha256"]),
      "в редакции от",
    ])
      expect(text).toContain(words.replaceAll(" ", ""));
    const log = await demo.call(CAST.owner, "GET", "/open-api/v1/account/log?events=act.signed");
    expect(log.body.items?.[0]).toMatchObject({
      title: "Подписан документ",
      actor: { type: "workman" },
      object: { title: expect.stringContaining("Акт №") },
    });
  });

  test("once, however often he presses", async () => {
    const id = await act();
    const otp = await ask(CAST.workman, [id]);
    const answers = await Promise.all([sign(CAST.workman, id, otp), sign(CAST.workman, id, otp)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(await evidence(id)).toHaveLength(1);
  });

  test("and the payments that wait for his acts hear of it", async () => {
    const ids = await acts({ count: 2 });
    const otp = await ask(CAST.workman, ids);
    const heard: PayoutKey[] = [];
    const events = makeProductEvents();
    events.on("acts.signed", async (_trx, { payouts }) => void heard.push(...payouts));
    const platform = aPlatform({
      outside: demo.db.kysely,
      sms: { send: async () => {} },
      clock: demo.clock,
      secrets: makeSecrets("a secret of tests that is long enough"),
      events,
    });
    const actor = await workmanActor();
    const request = {
      requestId: "TEST",
      ip: "127.0.0.1",
      userAgent: "tests",
      endpointId: "job-documents.massSign",
    };
    await inTransaction(demo.db.kysely, (trx) =>
      signDocuments(platform, trx, actor, {
        ids,
        otp,
        request,
        audit: () => {},
      }),
    );
    expect(heard).toEqual([await payoutOf(ids[0] as number), await payoutOf(ids[1] as number)]);
  });

  test("not by a wrong code, and not at all after five of them", async () => {
    const id = await act();
    const otp = await ask(CAST.workman, [id]);
    for (const left of [4, 3, 2, 1])
      expect((await sign(CAST.workman, id, wrong(otp))).body).toMatchObject({
        errors: { otp: [`Код неверный. Осталось попыток: ${left}`] },
      });
    expect((await sign(CAST.workman, id, wrong(otp))).body).toMatchObject({
      errors: { otp: ["Слишком много попыток. Попробуйте через 15 минут"] },
    });
    expect((await sign(CAST.workman, id, otp)).status).toBe(422);
    expect(await stateOf(id)).toBe("SENT");
    expect(await evidence(id)).toEqual([]);
  });

  test("not by a code sent for other documents", async () => {
    const [one, other] = (await acts({ count: 2 })) as [number, number];
    const otp = await ask(CAST.workman, [one]);
    expect((await sign(CAST.workman, other, otp)).status).toBe(422);
    expect((await massSign(CAST.workman, [one, other], otp)).status).toBe(422);
    expect([await stateOf(one), await stateOf(other)]).toEqual(["SENT", "SENT"]);
  });

  test("not when the document says something else than when the code was sent", async () => {
    const id = await act();
    const otp = await ask(CAST.workman, [id]);
    await sql`
      UPDATE payouts
      SET amount_kopecks = 400000
      WHERE id = (SELECT payout_id FROM job_documents WHERE id = ${id})`.execute(
      demo.database.kysely,
    );
    expect(await sign(CAST.workman, id, otp)).toMatchObject({
      status: 409,
      body: {
        message:
          "Документы изменились после отправки кода. Посмотрите их ещё раз и запросите новый код",
      },
    });
    expect(await stateOf(id)).toBe("SENT");
    const again = await ask(CAST.workman, [id]);
    expect((await sign(CAST.workman, id, again)).status).toBe(200);
  });

  test("five hundred by one code; what has been signed meanwhile is named", async () => {
    const ids = await acts({ count: 500 });
    const otp = await ask(CAST.workman, ids);
    await sql`UPDATE job_documents SET state = 'ANNULLED' WHERE id = ${ids[7]}`.execute(
      demo.database.kysely,
    );
    const answer = await massSign(CAST.workman, ids, otp);
    expect(answer).toMatchObject({
      status: 200,
      body: { signedCount: 499, failed: [{ documentID: ids[7], message: "Документ аннулирован" }] },
    });
    const { rows } = await sql<{
      codes: bigint;
      lines: bigint;
    }>`
      SELECT count(DISTINCT code_id) AS codes, count(*) AS lines
      FROM document_signatures
      WHERE document_id = ANY (${ids}::bigint[])`.execute(demo.database.kysely);
    expect(rows[0]).toEqual({ codes: 1n, lines: 499n });
    expect((await massSign(CAST.workman, [...ids, (ids.at(-1) ?? 0) + 1], otp)).status).toBe(422);
  });
});

test("beside one that cannot be signed the others are: the version shown is of what will be signed", async () => {
  const [open, signed] = [await act(), await act({ state: "SIGNED" })];
  const shown = await demo.call(
    CAST.workman,
    "GET",
    `/open-api/v1/job-documents/info-sign?documentIDs=${open},${signed}`,
  );
  expect(shown.body).toMatchObject({
    signableCount: 1,
    totalAmount: 5000,
    version: expect.stringContaining("amount=500000;"),
  });
  demo.clock.advance(61_000);
  const seen = { documentIDs: [open], version: shown.body["version"] };
  expect(
    await demo.call(CAST.workman, "POST", "/open-api/v1/job-documents/send-sign-code", seen),
  ).toMatchObject({ status: 200 });
  const answer = await demo.call(CAST.workman, "POST", "/open-api/v1/job-documents/mass-sign", {
    ...seen,
    otp: await codeOn(demo, CAST.workman),
  });
  expect(answer).toMatchObject({ status: 200, body: { signedCount: 1, failed: [] } });
});

describe("who signs", () => {
  test("the customer's documents are signed by those of the matrix, and the worker is asked after them", async () => {
    const id = await act({ ofPayment: false });
    expect((await demo.call(CAST.workman, "GET", `/open-api/v1/job-documents/${id}`)).status).toBe(
      404,
    );
    for (const phone of [
      CAST.financeManager,
      CAST.accountant,
      CAST.projectManager,
      CAST.viewer,
      CAST.recruiter,
    ]) {
      expect(
        (
          await demo.call(phone, "POST", "/open-api/v1/job-documents/send-sign-code", {
            documentIDs: [id],
          })
        ).status,
      ).toBe(403);
    }
    const otp = await ask(CAST.signatory, [id]);
    expect((await sign(CAST.owner, id, otp)).status).toBe(422);
    expect(await sign(CAST.signatory, id, otp)).toMatchObject({
      status: 200,
      body: {
        state: { id: "SIGNED_BY_SENDER" },
        signedBySenderAt: expect.any(String),
        signedByRecipientAt: null,
      },
    });
    const { rows } = await sql<{ phone: string }>`
      SELECT p.phone
      FROM notices n
      JOIN people p ON p.id = n.person_id
      WHERE n.type = ${NOTICE_TYPES.ActRequired.id}
        AND n.resource -> 'job' ->> 'title' = 'Разгрузка фуры'`.execute(demo.database.kysely);
    expect(rows).toEqual([{ phone: CAST.workman }]);
    // The second side signs from the recipient's address.
    demo.clock.advance(61_000);
    expect(
      (await demo.call(CAST.workman, "POST", `/edoc-api/documents/${id}/send-code`)).status,
    ).toBe(200);
    const own = await codeOn(demo, CAST.workman);
    expect(
      await demo.call(CAST.workman, "POST", `/edoc-api/documents/${id}/sign-by-recipient`, {
        otp: own,
      }),
    ).toMatchObject({ status: 200, body: { state: { id: "SIGNED" } } });
    expect((await evidence(id)).map((one) => one["side"])).toEqual(["account", "workman"]);
  });

  test("somebody else's document is no document", async () => {
    const id = await act();
    for (const phone of [OTHER_WORKMAN, CAST.otherOwner]) {
      for (const [method, path, body] of [
        ["GET", `/open-api/v1/job-documents/info-sign?documentIDs=${id}`, undefined],
        ["POST", "/open-api/v1/job-documents/send-sign-code", { documentIDs: [id] }],
        ["POST", `/open-api/v1/job-documents/${id}/sign`, { otp: "123456" }],
        ["POST", "/open-api/v1/job-documents/mass-sign", { documentIDs: [id], otp: "123456" }],
        ["POST", "/open-api/v1/job-documents/download", { documentIDs: [id] }],
        ["POST", `/edoc-api/documents/${id}/reject-by-recipient`, {}],
      ] as const) {
        expect([path, (await demo.call(phone, method, path, body)).status]).toEqual([path, 404]);
      }
    }
  });

  test("what the customer has signed already waits for the worker alone", async () => {
    const id = await act();
    expect(await info(CAST.owner, id)).toMatchObject({
      permissions: { sign: false, reject: false },
    });
    expect(
      await demo.call(CAST.owner, "POST", "/open-api/v1/job-documents/send-sign-code", {
        documentIDs: [id],
      }),
    ).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("ждёт подписи другой стороны") },
    });
    expect(
      (
        await demo.call(CAST.workman, "GET", "/edoc-api/documents?onlyToSign=true&perPage=100")
      ).body.items?.some((one) => one["id"] === id),
    ).toBe(true);
    expect(
      (
        await demo.call(CAST.owner, "GET", "/open-api/v1/job-documents?onlyToSign=true&perPage=100")
      ).body.items?.some((one) => one["id"] === id),
    ).toBe(false);
  });
});

describe("the worker refuses", () => {
  test("with a reason the customer reads; it cannot be signed any more", async () => {
    const id = await act();
    const answer = await demo.call(
      CAST.workman,
      "POST",
      `/open-api/v1/job-documents/${id}/reject`,
      { reasonID: "WRONG_AMOUNT", comment: "Договаривались на 6 000" },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        state: { id: "REJECTED" },
        rejectReason: { id: "WRONG_AMOUNT", title: "Неверная сумма" },
        rejectComment: "Договаривались на 6 000",
        permissions: { sign: false, reject: false },
      },
    });
    expect(await info(CAST.owner, id)).toMatchObject({ rejectReason: { title: "Неверная сумма" } });
    expect(
      (
        await demo.call(CAST.workman, "POST", `/open-api/v1/job-documents/${id}/reject`, {
          reasonID: "OTHER",
        })
      ).status,
    ).toBe(409);
    expect(
      (
        await demo.call(CAST.workman, "POST", "/open-api/v1/job-documents/send-sign-code", {
          documentIDs: [id],
        })
      ).status,
    ).toBe(409);
    const log = await demo.call(CAST.owner, "GET", "/open-api/v1/account/log?events=act.rejected");
    expect(log.body.items?.[0]).toMatchObject({
      actor: { type: "workman" },
      reason: "Неверная сумма. Договаривались на 6 000",
    });
  });

  test("under the recipient's address as well, where the body may repeat the id; the sender cannot", async () => {
    const id = await act();
    expect(
      (
        await demo.call(CAST.workman, "POST", `/edoc-api/documents/${id}/reject-by-recipient`, {
          id: id + 1,
        })
      ).status,
    ).toBe(422);
    expect(
      (await demo.call(CAST.owner, "POST", `/edoc-api/documents/${id}/reject-by-recipient`, {}))
        .status,
    ).toBe(409);
    expect(
      await demo.call(CAST.workman, "POST", `/edoc-api/documents/${id}/reject-by-recipient`, {
        id,
      }),
    ).toMatchObject({
      status: 200,
      body: { state: { id: "REJECTED" }, rejectReason: { id: "OTHER" } },
    });
  });
});

describe("time goes by", () => {
  /** Runs the tasks and returns what they publish. */
  async function passTime(): Promise<{ signed: PayoutKey[]; ended: PayoutKey[] }> {
    const events = makeProductEvents();
    const heard: { signed: PayoutKey[]; ended: PayoutKey[] } = { signed: [], ended: [] };
    events.on("acts.signed", async (_trx, { payouts }) => void heard.signed.push(...payouts));
    events.on("act.rejected", async (_trx, { payout }) => void heard.ended.push(payout));
    const platform = aPlatform({ db: demo.db.kysely, clock: demo.clock, events });
    for (const task of [autoSignTask(platform), expireDocumentsTask(platform)])
      await task.run(new AbortController().signal);
    return heard;
  }

  test("an act signs itself after 48 hours, but never the first one of the two", async () => {
    const [early, late, first] = [
      await act({ hoursAgo: 49 }),
      await act({ hoursAgo: 47 }),
      await act({ hoursAgo: 49, workman: OTHER_WORKMAN }),
    ];
    expect((await info(CAST.workman, late))["autoSignAt"]).toEqual(expect.any(String));
    expect((await passTime()).signed).toContainEqual(await payoutOf(early));
    expect([await stateOf(early), await stateOf(late), await stateOf(first)]).toEqual([
      "AUTO_SIGNED",
      "SENT",
      "SENT",
    ]);
    expect(await evidence(early)).toMatchObject([
      {
        side: "workman",
        method: "TIME",
        code_id: null,
        text_shown: expect.stringContaining("48 часов"),
      },
    ]);
    const text = textOfPdf(
      (await demo.call(CAST.workman, "GET", `/open-api/v1/job-documents/${early}/file`)).raw,
    ).replaceAll(" ", "");
    expect(text).toContain("автоматическипоусловиямдоговора");
  });

  test("not where the company does not have it so", async () => {
    await sql`UPDATE accounts SET act_auto_sign_hours = NULL WHERE id = 1`.execute(
      demo.database.kysely,
    );
    const id = await act({ hoursAgo: 49 });
    expect((await passTime()).signed).toEqual([]);
    expect(await info(CAST.workman, id)).toMatchObject({ state: { id: "SENT" }, autoSignAt: null });
    await sql`UPDATE accounts SET act_auto_sign_hours = 48 WHERE id = 1`.execute(
      demo.database.kysely,
    );
  });

  test("an act whose payment has ended is left to itself, and holds nothing up", async () => {
    const [early, old] = [await act({ hoursAgo: 49 }), await act({ hoursAgo: 14 * 24 + 1 })];
    await sql`
      UPDATE payouts
      SET state = 'CANCELED'
      WHERE id IN (SELECT payout_id FROM job_documents WHERE id IN (${early}, ${old}))`.execute(
      demo.database.kysely,
    );
    demo.clock.advance(61_000);
    const heard = await passTime();
    for (const id of [early, old])
      expect([...heard.signed, ...heard.ended]).not.toContainEqual(await payoutOf(id));
    expect([await stateOf(early), await stateOf(old)]).toEqual(["SENT", "EXPIRED"]);
  });

  test("an act nobody signs ends after 14 days, and its payment with it", async () => {
    const id = await act({ hoursAgo: 14 * 24 + 1, workman: OTHER_WORKMAN });
    expect((await passTime()).ended).toEqual([await payoutOf(id)]);
    expect(await stateOf(id)).toBe("EXPIRED");
    expect(
      (await demo.call(CAST.owner, "GET", "/open-api/v1/account/log?events=act.expired")).body
        .items?.[0],
    ).toMatchObject({ title: "Истёк срок подписания документа" });
  });
});

test("the product's own role can neither change nor remove evidence", async () => {
  for (const statement of [
    "UPDATE document_signatures SET signer_name = ''",
    "DELETE FROM document_signatures",
    "TRUNCATE document_signatures",
  ]) {
    await expect(demo.db.pool.query(statement)).rejects.toMatchObject({ code: "42501" });
    await expect(demo.database.pool.query(statement)).rejects.toMatchObject({ code: "42501" });
  }
});

describe("documents are downloaded together", () => {
  async function namesIn(zip: Buffer): Promise<string[]> {
    const folder = await mkdtemp(join(tmpdir(), "acts-"));
    try {
      await writeFile(join(folder, "acts.zip"), zip);
      return await new Promise((resolve, reject) => {
        yauzl.open(join(folder, "acts.zip"), {}, (error, archive) => {
          if (error) return reject(error);
          const names: string[] = [];
          archive.on("entry", (entry: yauzl.Entry) => names.push(entry.fileName));
          archive.on("end", () => resolve(names));
          archive.on("error", reject);
        });
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  test("in an archive of PDFs, or one as it is", async () => {
    const ids = await acts({ count: 3, state: "SIGNED" });
    const many = await demo.call(CAST.accountant, "POST", "/open-api/v1/job-documents/download", {
      documentIDs: ids,
    });
    expect(many).toMatchObject({ status: 200, headers: { "content-type": "application/zip" } });
    const names = await namesIn(many.raw);
    expect(names).toHaveLength(4);
    expect(names.pop()).toBe("Опись.csv");
    for (const name of names)
      expect(name).toMatch(/^Акт № \d+ от \d\d\.\d\d\.\d{4}, Смирнов .*\.pdf$/);
    const one = await demo.call(CAST.workman, "POST", "/open-api/v1/job-documents/download", {
      documentIDs: ids.slice(0, 1),
    });
    expect(one.headers["content-type"]).toBe("application/pdf");
    const log = await demo.call(
      CAST.owner,
      "GET",
      "/open-api/v1/account/log?events=document.downloaded",
    );
    expect(log.body.items?.slice(0, 2)).toMatchObject([
      { actor: { type: "workman" } },
      { object: { title: expect.stringContaining("и ещё 2") } },
    ]);
  });

  test("not more than one archive takes, and not nothing", async () => {
    expect(
      await demo.call(CAST.accountant, "POST", "/open-api/v1/job-documents/download", {}),
    ).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("больше 500 документов") },
    });
    expect(
      await demo.call(CAST.accountant, "POST", "/open-api/v1/job-documents/download", {
        types: ["NDA"],
      }),
    ).toMatchObject({ status: 409, body: { message: expect.stringContaining("нет документов") } });
  });
});

describe("the company's side of its documents", () => {
  test("what waits for it and for its workers is counted whatever the list is filtered by; late ones are found", async () => {
    const before = (await demo.call(CAST.signatory, "GET", "/open-api/v1/job-documents?perPage=10"))
      .body["totals"] as {
      toSignCount: number;
      toSignAmount: number;
      awaitedCount: number;
      lateCount: number;
    };
    const mine = await act({ ofPayment: false });
    const fresh = await act();
    const late = await act({ hoursAgo: 24 * 4 });
    const { body } = await demo.call(
      CAST.signatory,
      "GET",
      `/open-api/v1/job-documents?onlyLate=true&perPage=100`,
    );
    expect(body["totals"]).toEqual({
      toSignCount: before.toSignCount + 1,
      toSignAmount: before.toSignAmount + 5000,
      awaitedCount: before.awaitedCount + 2,
      lateCount: before.lateCount + 1,
    });
    const ids = body.items?.map((one) => one["id"]);
    expect(ids).toContain(late);
    expect(ids).not.toContain(fresh);
    expect(await info(CAST.signatory, mine)).toMatchObject({
      awaits: "account",
      permissions: { sign: true, reject: true },
    });
    expect(await info(CAST.accountant, mine)).toMatchObject({
      awaits: "account",
      permissions: { sign: false, reject: false },
    });
    expect(await info(CAST.signatory, late)).toMatchObject({
      awaits: "workman",
      awaitedSince: expect.any(String),
      permissions: { sign: false, reject: false },
    });
  });

  test("a document that waits for it can be refused with a reason; what it has signed cannot", async () => {
    const id = await act({ ofPayment: false });
    const reject = (phone: string, one: number) =>
      demo.call(phone, "POST", `/open-api/v1/job-documents/${one}/reject`, {
        reasonID: "WRONG_DATA",
        comment: "Другой договор",
      });
    expect((await reject(CAST.accountant, id)).status).toBe(403);
    expect((await reject(CAST.otherOwner, id)).status).toBe(404);
    expect(await reject(CAST.signatory, id)).toMatchObject({
      status: 200,
      body: {
        state: { id: "REJECTED" },
        rejectReason: { id: "WRONG_DATA" },
        rejectComment: "Другой договор",
        awaits: null,
      },
    });
    expect((await reject(CAST.signatory, id)).status).toBe(409);
    const sent = await act();
    expect(await reject(CAST.signatory, sent)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("ждёт подписи другой стороны") },
    });
    const log = await demo.call(CAST.owner, "GET", "/open-api/v1/account/log?events=act.refused");
    expect(log.body.items?.[0]).toMatchObject({
      title: "Компания отказалась подписать документ",
      reason: "Неверные данные. Другой договор",
    });
  });

  test("an archive of several documents ends with the list of them", async () => {
    const ids = await acts({ count: 2 });
    const zip = await demo.call(CAST.accountant, "POST", "/open-api/v1/job-documents/download", {
      documentIDs: ids,
    });
    expect(zip.headers["content-type"]).toBe("application/zip");
    const files = unzip(zip.raw);
    expect([...files.keys()].filter((name) => name.endsWith(".pdf"))).toHaveLength(2);
    const list = new TextDecoder("windows-1251").decode(files.get("Опись.csv"));
    expect(list.match(/Акт № .*;5000,00;Отправлен на подпись/g)).toHaveLength(2);
  });
});
