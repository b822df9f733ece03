import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { isMultipart } from "#contract/kernel/define-endpoints.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { balanceOfAccount, post } from "#server/money/ledger/index.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { codeOn } from "#tests/support/codes.ts";
import { anInvite } from "#tests/support/factories/a-job.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());

const db = () => scene.product.database.kysely;
const CLIENT = "/client-api/job-offer";
const OPEN = "/open-api/v1";

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & {
    version: string;
    message: string;
    code: string;
    changes: { field: string }[];
    failed?: { message: string }[];
  };
}

async function call(
  phone: string,
  method: "GET" | "POST",
  url: string,
  payload?: object,
): Promise<Answer> {
  const answer = await scene.product.http.inject({
    method,
    url,
    headers: await scene.product.signIn(phone),
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** An agreement: what is shown, what changes meanwhile, the press. */
interface Agreement {
  shown(): Promise<string>;
  change(): Promise<unknown>;
  press(version?: string): Promise<Answer>;
  readonly names: readonly string[];
  readonly says: RegExp;
}

const worker = () => scene.workman.phone;
const offerOf = (phone: string, id: number) => async () =>
  (await call(phone, "GET", `${CLIENT}/info?jobOfferID=${id}`)).body.version;
const command = (phone: string, verb: string, id: number) => (version?: string) =>
  call(phone, "POST", `${CLIENT}/${verb}`, { jobOfferID: id, version });
const propose = (id: number, amount: number) =>
  call(scene.owner, "POST", `${CLIENT}/arbitration`, {
    jobOfferID: id,
    amount,
    reasonID: "PARTLY_DONE",
  });
const proposeAnew = async (id: number, amount: number) => {
  expect(
    (await call(scene.owner, "POST", `${CLIENT}/arbitration-cancel`, { jobOfferID: id })).status,
  ).toBe(200);
  expect((await propose(id, amount)).status).toBe(200);
};
const describeAnew = (jobId: number) =>
  sql`
    UPDATE jobs SET description = 'Вынести всё из подвала вручную' WHERE id = ${jobId}`.execute(
    db(),
  );
/** The version is under test, not the balance: top it up. */
const setSum = (offerId: number, kopecks: number) =>
  sql`UPDATE job_offers SET amount_kopecks = ${kopecks} WHERE id = ${offerId}`.execute(db());

async function anAct(): Promise<number> {
  const { id } = await scene.offer("COMPLETED");
  await call(scene.owner, "POST", `${CLIENT}/result-accept`, { jobOfferID: id });
  const offer = await call(worker(), "GET", `${CLIENT}/info?jobOfferID=${id}`);
  return (offer.body["act"] as { documentID: number }).documentID;
}

const signInfo = (id: number) => async () =>
  (await call(worker(), "GET", `${OPEN}/job-documents/info-sign?documentIDs=${id}`)).body.version;
const renameAct = (id: number) =>
  sql`
    UPDATE jobs
    SET title = 'Другая работа'
    WHERE id = (SELECT job_id FROM job_documents WHERE id = ${id})`.execute(db());
async function codeFor(id: number): Promise<string> {
  scene.product.clock.advance(61_000);
  expect(
    (await call(worker(), "POST", `${OPEN}/job-documents/send-sign-code`, { documentIDs: [id] }))
      .status,
  ).toBe(200);
  return codeOn(scene.product, worker());
}

let cards = 0;
async function aWallet(): Promise<string> {
  cards += 1;
  const at = scene.product.clock.now();
  await inTransaction(scene.product.db.kysely, (trx) =>
    post(trx, {
      event: "CORRECTION",
      source: { type: "correction", id: 900 + cards },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks: 100_000n },
        { code: "WORK_AVAIL", workmanId: scene.workman.id, amountKopecks: -100_000n },
      ],
    }),
  );
  const { rows } = await sql<{ token: string }>`
    INSERT INTO workman_cards (workman_id, token, pan_mask, confirmed_at, check_at)
    VALUES (${scene.workman.id}, ${`consent${cards}`}, '2200 **** **** 0009', now(),
      now() + interval '1 day')
    RETURNING token`.execute(db());
  return rows[0]?.token ?? "";
}

const AGREEMENTS: Readonly<Record<string, () => Promise<Agreement>>> = {
  "job-offers.create": async () => {
    const jobId = await scene.job({ payType: "FIXED", kopecks: 900_000n });
    return {
      shown: async () =>
        (await call(worker(), "GET", `/client-api/job/info?jobID=${jobId}`)).body.version,
      change: () => sql`UPDATE jobs SET budget_kopecks = 100 WHERE id = ${jobId}`.execute(db()),
      press: (version) => call(worker(), "POST", `${CLIENT}/create`, { jobID: jobId, version }),
      names: ["amount"],
      says: /сумма: было 9 000,00 ₽, стало 1,00 ₽/,
    };
  },
  "job-offers.accept": async () => {
    const { id } = await scene.offer("CREATED", { rubles: 9000 });
    return {
      shown: offerOf(scene.owner, id),
      change: () => call(worker(), "POST", `${CLIENT}/update`, { jobOfferID: id, amount: 20_000 }),
      press: command(scene.owner, "accept", id),
      names: ["amount", "commission"],
      says: /сумма: было 9 000,00 ₽, стало 20 000,00 ₽/,
    };
  },
  "job-offers.start": async () => {
    const { id, jobId } = await scene.offer("ACCEPTED");
    return {
      shown: offerOf(worker(), id),
      change: () => describeAnew(jobId),
      press: command(worker(), "start", id),
      names: ["text"],
      says: /изменилось: описание\./,
    };
  },
  "job-offers.resultAccept": async () => {
    const { id } = await scene.offer("COMPLETED");
    return {
      shown: offerOf(scene.owner, id),
      change: () => setSum(id, 1_000_100),
      press: command(scene.owner, "result-accept", id),
      names: ["amount"],
      says: /стало 10 001,00 ₽/,
    };
  },
  "job-offers.arbitrationAccept": async () => {
    const { id } = await scene.offer("COMPLETED");
    await propose(id, 9000);
    return {
      shown: offerOf(worker(), id),
      change: () => proposeAnew(id, 1),
      press: command(worker(), "arbitration-accept", id),
      names: ["newAmount"],
      says: /предложенная сумма: было 9 000,00 ₽, стало 1,00 ₽/,
    };
  },
  "job-offers.arbitrationDecline": async () => {
    const { id } = await scene.offer("COMPLETED");
    await propose(id, 1);
    return {
      shown: offerOf(worker(), id),
      change: () => proposeAnew(id, 9999),
      press: command(worker(), "arbitration-decline", id),
      names: ["newAmount"],
      says: /стало 9 999,00 ₽/,
    };
  },
  "job-invites.accept": async () => {
    const jobId = await scene.job({ payType: "FIXED", kopecks: 900_000n });
    const id = await anInvite(db(), scene.account, jobId, {
      phone: worker(),
      workmanId: scene.workman.id,
    });
    return {
      shown: async () =>
        (await call(worker(), "POST", `${OPEN}/job-invites/${id}/view`)).body.version,
      change: () =>
        sql`
          UPDATE jobs
          SET budget_kopecks = 100, finish_at = finish_at - interval '9 days'
          WHERE id = ${jobId}`.execute(db()),
      press: (version) =>
        call(
          worker(),
          "POST",
          `${OPEN}/job-invites/${id}/accept`,
          version === undefined ? undefined : { version },
        ),
      names: ["amount", "finish"],
      says: /сумма: было 9 000,00 ₽, стало 1,00 ₽; срок: было/,
    };
  },
  "job-documents.sendSignCode": async () => {
    const id = await anAct();
    scene.product.clock.advance(61_000);
    return {
      shown: signInfo(id),
      change: () => renameAct(id),
      press: (version) =>
        call(worker(), "POST", `${OPEN}/job-documents/send-sign-code`, {
          documentIDs: [id],
          version,
        }),
      names: ["documents"],
      says: /содержание документов/,
    };
  },
  "job-documents.sign": async () => {
    const id = await anAct();
    return {
      shown: signInfo(id),
      change: () => renameAct(id),
      press: async (version) =>
        call(worker(), "POST", `${OPEN}/job-documents/${id}/sign`, {
          otp: await codeFor(id),
          version,
        }),
      names: ["documents"],
      says: /содержание документов/,
    };
  },
  "job-documents.massSign": async () => {
    const id = await anAct();
    return {
      shown: signInfo(id),
      change: () => renameAct(id),
      press: async (version) =>
        call(worker(), "POST", `${OPEN}/job-documents/mass-sign`, {
          documentIDs: [id],
          otp: await codeFor(id),
          version,
        }),
      names: ["documents"],
      says: /содержание документов/,
    };
  },
  "edocuments.signByRecipient": async () => {
    const id = await anAct();
    return {
      shown: signInfo(id),
      change: () => renameAct(id),
      press: async (version) =>
        call(worker(), "POST", `/edoc-api/documents/${id}/sign-by-recipient`, {
          otp: await codeFor(id),
          version,
        }),
      names: ["documents"],
      says: /содержание документов/,
    };
  },
  "workman-wallet.withdrawByCard": async () => {
    const cardID = await aWallet();
    return {
      shown: async () =>
        (
          await call(
            worker(),
            "GET",
            `${OPEN}/workman/payments/withdrawal-terms?cardID=${cardID}&amount=500`,
          )
        ).body.version,
      change: () =>
        sql`
          INSERT INTO rates (code, from_date, value)
          VALUES ('withdrawal-fee-ppm', ${moscowDate(scene.product.clock.now())}::date,
            ${100_000 + cards})
          ON CONFLICT (code, from_date) DO UPDATE
          SET value = excluded.value`.execute(db()),
      press: (version) =>
        call(worker(), "POST", `${OPEN}/workman/payments/withdraw-by-card`, {
          cardID,
          amount: 500,
          version,
        }),
      names: ["fee"],
      says: /комиссия за вывод: было .*, стало 50,00 ₽/,
    };
  },
};

/**
 * Proven beside their own rules: registries in `payroll-approvals` and `job-registries`, mass
 * changes in `mass-arbitrate`, many results below.
 */
const PROVEN_ELSEWHERE = [
  "payroll-registries.execute",
  "payroll-registries.sendExecuteCode",
  "payroll-registries.approve",
  "payroll-registries.sendApproveCode",
  "mass-arbitrate.importApply",
  "mass-arbitrate.sendApplyCode",
  ...["job-registries", "workman-registries", "workman-registration-registries"].flatMap((noun) => [
    `${noun}.execute`,
    `${noun}.sendExecuteCode`,
  ]),
];
/** Corrections, copies and withdrawals: no agreement. */
const CORRECTIONS = [
  "payroll-registries",
  "job-registries",
  "workman-registries",
  "workman-registration-registries",
].flatMap((noun) =>
  ["updateItem", "pasteRows", "repair", "undoRepair", "repeat", "cancel", "undo", "takeOut"].map(
    (verb) => `${noun}.${verb}`,
  ),
);

describe("consent is to what was on the screen", () => {
  test("every command with a version is in the table", () => {
    const withVersion = ALL_ENDPOINTS.filter(
      ({ body }) =>
        body &&
        !isMultipart(body) &&
        "version" in ((body as { properties?: object }).properties ?? {}),
    ).map(({ id }) => id);
    expect(withVersion.filter((id) => !CORRECTIONS.includes(id)).sort()).toEqual(
      [...Object.keys(AGREEMENTS), ...PROVEN_ELSEWHERE].sort(),
    );
  });

  test.each(Object.entries(AGREEMENTS))(
    "%s: what has changed meanwhile is refused and named, nothing moves; the new version is agreed to",
    async (_id, make) => {
      const agreement = await make();
      const version = await agreement.shown();
      await agreement.change();
      const before = await stateOfMoney();
      const refused = await agreement.press(version);
      expect(refused).toMatchObject({ status: 409, body: { code: "changed" } });
      expect(refused.body.message.replaceAll("\u00A0", " ")).toMatch(agreement.says);
      expect(refused.body.changes.map(({ field }) => field)).toEqual(agreement.names);
      expect(await stateOfMoney()).toEqual(before);

      const now = await agreement.shown();
      expect(refused.body.version).toBe(now);
      scene.product.clock.advance(61_000);
      const agreed = await agreement.press(now);
      expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
    },
  );

  test.each(Object.entries(AGREEMENTS))(
    "%s: a client of the specification sends no version",
    async (_id, make) => {
      const agreement = await make();
      await agreement.change();
      const agreed = await agreement.press();
      expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
    },
  );

  test("many results: the changed one is passed over and named, the others are accepted", async () => {
    const [same, other] = [await scene.offer("COMPLETED"), await scene.offer("COMPLETED")];
    const ids = [same.id, other.id];
    const versions = [
      await offerOf(scene.owner, same.id)(),
      await offerOf(scene.owner, other.id)(),
    ];
    await setSum(other.id, 1_000_100);
    expect(
      (
        await call(scene.owner, "POST", `${CLIENT}/mass-result-accept`, {
          jobOfferIDs: ids,
          versions: versions.slice(1),
        })
      ).status,
    ).toBe(422);
    const answer = await call(scene.owner, "POST", `${CLIENT}/mass-result-accept`, {
      jobOfferIDs: ids,
      versions,
    });
    expect(answer.body).toMatchObject({
      acceptedCount: 1,
      failed: [
        {
          jobOfferID: other.id,
          message: expect.stringMatching(/сумма: было 10.000,00.₽, стало 10.001,00.₽/),
        },
      ],
    });
    expect((await scene.state(other.id)).offer).toBe("COMPLETED");
  });

  test("a version nobody has written is 422, never a guess", async () => {
    const { id } = await scene.offer("CREATED");
    expect(await command(scene.owner, "accept", id)("'; DROP TABLE")).toMatchObject({
      status: 422,
    });
    expect(await command(scene.owner, "accept", id)("amount=1")).toMatchObject({
      status: 409,
      body: { code: "changed" },
    });
  });
});

async function stateOfMoney() {
  const { rows } = await sql`
    SELECT (SELECT count(*)::integer FROM job_offers) AS offers,
      (SELECT count(*)::integer FROM payouts) AS payouts,
      (SELECT count(*)::integer FROM document_signatures) AS signatures,
      (SELECT count(*)::integer FROM withdrawals) AS withdrawals,
        (SELECT string_agg(state, ',' ORDER BY id) FROM job_offers) AS states`.execute(db());
  return { rows, balance: await balanceOfAccount(db(), scene.account) };
}
