import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { personInnFinding } from "#contract/values/inn.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import type { PayoutFailure } from "#server/integrations/bank/port.ts";
import type { TaxError } from "#server/integrations/tax-service/port.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import type { DecisionKind } from "#server/decision.ts";
import { decide, listWaiting, type DecisionRequest } from "#server/modules/moderation/index.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import { AppError, invalid, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { readRubles } from "#server/http/read-rubles.ts";
import { readCompanies } from "./companies.ts";
import type { Platform } from "#server/platform.ts";
import { emitNotice } from "./emit-notice.ts";
import {
  addIncome,
  payInvoice,
  readInvoiceNumber,
  readInvoices,
  readUnrecognized,
} from "./pay-invoice.ts";
import { readInvitations } from "./invitations.ts";
import {
  annulReceipt,
  endBankHold,
  readBankOrders,
  readTaxReceipts,
  returnBankOrder,
  setTaxpayer,
} from "./outside-books.ts";
import { readCodes, readMails, readPeople, readTexts } from "./people-and-codes.ts";
import type { SandboxHandlers } from "./serve-sandbox.ts";
import type { SharedClock } from "./shared-clock.ts";
import { changeRegistrationSwitches } from "./registration-switches.ts";
import { changeSwitches } from "./switches.ts";
import {
  answerBindRequest,
  changeTaxSettings,
  checkNow,
  readAccruals,
  readBindRequests,
  renameTaxpayer,
  sendTaxMessage,
  setAccrual,
  type TaxSettings,
} from "./tax-service-play.ts";
import { topUpAccount } from "./top-up-account.ts";

type ActorOf = (authorization: string | undefined) => Promise<{ readonly personId: number } | null>;

const DONE = { ok: true } as const;
const SHOWN = 200;

/** Unknown money is decided beside the invoices. */
const isYesOrNo = ({ verdicts }: DecisionKind) => "reject" in verdicts;

export function makeSandboxHandlers(
  platform: Platform,
  {
    sharedClock,
    decisions,
    actorOf,
  }: {
    readonly sharedClock: SharedClock;
    readonly decisions: readonly DecisionKind[];
    readonly actorOf: ActorOf;
  },
): SandboxHandlers {
  const { db, clock, events, secrets } = platform;
  const now = () => clock.now();
  const take = async (
    decision: Pick<DecisionRequest, "kind" | "id" | "verdict"> &
      Partial<Pick<DecisionRequest, "invoice">>,
    body: { readonly reasonID?: string | undefined; readonly comment?: string | undefined } = {},
  ) => {
    await decide(db, decisions, {
      invoice: null,
      ...decision,
      reasonId: body.reasonID ?? null,
      comment: body.comment?.trim() || null,
      by: "Модератор площадки",
      at: now(),
    });
    return DONE;
  };
  const pageOf = (query: {
    page?: number | undefined;
    perPage?: number | undefined;
    search?: string | undefined;
  }) => ({
    page: query.page ?? 1,
    perPage: query.perPage ?? 30,
    search: query.search?.trim() || null,
  });

  async function personOf(phone: string | undefined, request: FastifyRequest): Promise<number> {
    if (phone === undefined) {
      const actor = await actorOf(request.headers.authorization);
      if (!actor) throw new AppError("unauthorized", "Войдите или укажите телефон");
      return actor.personId;
    }
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM people WHERE phone = ${readPhone(phone)}`.execute(db);
    if (!rows[0]) throw invalid({ phone: ["Нет человека с таким телефоном"] });
    return rows[0].id;
  }

  return {
    codes: async ({ query }) => ({
      items: await readCodes(db, query.phone === undefined ? null : readPhone(query.phone), now()),
    }),
    invitations: async () => ({ items: await readInvitations(db, secrets, now()) }),
    people: async () => ({ items: await readPeople(db) }),
    moderation: async () => ({
      items: (await listWaiting(db, decisions.filter(isYesOrNo), SHOWN)).map(
        ({ kind, id, what, since }) => ({ kind, id, title: what, since: since.toISOString() }),
      ),
    }),
    decide: ({ params, body }) => take(params, body),

    bankSwitches: async () => bankView(await changeSwitches(db, "bank")),
    setBankSwitches: async ({ body }) => bankView(await changeSwitches(db, "bank", body)),
    bankOrders: ({ query }) => readBankOrders(db, pageOf(query), now()),
    returnOrder: async ({ params, body }) => {
      await returnBankOrder(db, params.orderId, body.reason ?? "ACCOUNT_CLOSED", now());
      return DONE;
    },
    endHold: async ({ params, body }) => {
      await endBankHold(db, params.orderId, body.isConfirmed, now());
      return DONE;
    },

    taxSwitches: async () =>
      taxView(await changeSwitches(db, "tax-service"), await changeTaxSettings(db)),
    setTaxSwitches: async ({ body }) =>
      taxView(await changeSwitches(db, "tax-service", body), await changeTaxSettings(db, body)),
    registrationSwitches: () => changeRegistrationSwitches(db),
    setRegistrationSwitches: ({ body }) => changeRegistrationSwitches(db, body),
    bindRequests: async () => ({ items: await readBindRequests(db, now()) }),
    answerBindRequest: async ({ params }) => {
      await answerBindRequest(db, params.id, params.verdict, now());
      return DONE;
    },
    sendTaxMessage: async ({ body }) => {
      await sendTaxMessage(
        db,
        { inn: readInn(body.inn, "inn"), title: body.title, text: body.text },
        now(),
      );
      return DONE;
    },
    renameTaxpayer: async ({ body }) => {
      const currentInn = body.currentInn ? readInn(body.currentInn, "currentInn") : null;
      await renameTaxpayer(
        db,
        {
          inn: readInn(body.inn, "inn"),
          lastName: body.lastName,
          firstName: body.firstName,
          middleName: body.middleName || null,
          currentInn,
        },
        now(),
      );
      return DONE;
    },
    accruals: async ({ query }) => ({ items: await readAccruals(db, readInn(query.inn, "inn")) }),
    setAccrual: async ({ body }) => {
      const kopecks = (field: "tax" | "debt" | "penalty") => readRubles(body[field] ?? 0, field);
      await setAccrual(
        db,
        {
          inn: readInn(body.inn, "inn"),
          period: body.period,
          taxKopecks: kopecks("tax"),
          debtKopecks: kopecks("debt"),
          penaltyKopecks: kopecks("penalty"),
          hasDocument: body.hasDocument ?? true,
        },
        now(),
      );
      return DONE;
    },
    receipts: ({ query }) => readTaxReceipts(db, pageOf(query), now()),
    annulReceipt: async ({ params }) => {
      await annulReceipt(db, params.id, now());
      return DONE;
    },
    setTaxpayer: async ({ body }) => {
      const inn = readInn(body.inn, "inn");
      const otherIncomeKopecks =
        body.otherIncome === undefined ? null : readRubles(body.otherIncome, "otherIncome");
      await setTaxpayer(
        db,
        {
          inn,
          registered: body.registered,
          bound: body.bound,
          mayRegisterIncome: body.mayRegisterIncome ?? true,
          otherIncomeKopecks,
        },
        now(),
      );
      await checkNow(db, inn, now());
      return DONE;
    },

    smsSwitches: () => changeSwitches(db, "sms"),
    setSmsSwitches: ({ body }) => changeSwitches(db, "sms", body),

    mailSwitches: () => changeSwitches(db, "mail"),
    setMailSwitches: ({ body }) => changeSwitches(db, "mail", body),
    mails: async ({ query }) => ({
      items: await readMails(db, query.phone === undefined ? null : readPhone(query.phone), now()),
    }),
    texts: async ({ query }) => ({
      items: await readTexts(db, query.phone === undefined ? null : readPhone(query.phone), now()),
    }),

    notice: async ({ params, query, body, request }) => {
      const personId = await personOf(query.phone ?? body.phone, request);
      return {
        id: await inTransaction(db, (trx) =>
          emitNotice(trx, events, {
            type: params.type,
            personId,
            resource: body.resource,
            at: now(),
          }),
        ),
      };
    },

    technicalNotice: async ({ body }) => {
      const after = (minutes: number) => new Date(now().getTime() + minutes * 60_000);
      const startsIn = body.startsInMinutes ?? 0;
      if (body.endsInMinutes <= startsIn)
        throw invalid({ endsInMinutes: ["Конец должен быть позже начала"] });
      await sql`
        INSERT INTO technical_notices (type, period_start, period_end)
        VALUES (${body.type}, ${after(startsIn)}, ${after(body.endsInMinutes)})`.execute(db);
      return DONE;
    },

    clock: async () => ({ now: now().toISOString() }),
    setClock: async ({ body }) => {
      const from = body.now === undefined ? null : readInstant(body.now);
      const isBack = from === null && body.advanceSeconds === undefined;
      await sharedClock.move((before) =>
        isBack ? null : new Date((from ?? before).getTime() + (body.advanceSeconds ?? 0) * 1000),
      );
      return { now: now().toISOString() };
    },

    invoices: async () => ({ items: await readInvoices(db) }),
    payInvoice: async ({ params, body }) => {
      const amountKopecks = body.amount === undefined ? null : readRubles(body.amount, "amount");
      return {
        paymentId: await inTransaction(db, (trx) =>
          payInvoice(trx, {
            id: params.id,
            amountKopecks,
            purpose: body.purpose ?? null,
            payerInn: body.payerInn ?? null,
            at: now(),
          }),
        ),
      };
    },

    sendPayment: async ({ body }) => {
      const { purpose, payerInn, payerName = "Плательщик" } = body;
      const amountKopecks = readRubles(body.amount, "amount");
      return {
        paymentId: await inTransaction(db, (trx) =>
          addIncome(trx, {
            bankProvider: "MAIN",
            amountKopecks,
            payerInn,
            payerName,
            purpose,
            at: now(),
          }),
        ),
      };
    },
    unrecognizedPayments: async () => ({ items: await readUnrecognized(db) }),
    matchPayment: async ({ params, body }) =>
      take({
        kind: "payment",
        id: params.id,
        verdict: "credit",
        invoice: await readInvoiceNumber(db, body.invoiceID),
      }),

    companies: async () => ({ items: await readCompanies(db) }),
    disableCompany: ({ params, body }) =>
      take({ kind: "account", id: params.id, verdict: "disable" }, body),
    enableCompany: ({ params, body }) =>
      take({ kind: "account", id: params.id, verdict: "enable" }, body),

    topUp: async ({ params, body }) => {
      const amountKopecks = readRubles(body.amount, "amount");
      const balance = await inTransaction(db, async (trx) => {
        const { rows } = await sql<{
          short_name: string;
        }>`SELECT short_name FROM accounts WHERE id = ${params.id}`.execute(trx);
        if (!rows[0]) throw notFound("Нет такого заказчика");
        const at = now();
        await topUpAccount(trx, { accountId: params.id, amountKopecks, at });
        await announce(trx, { to: `account:${params.id}`, resource: "accounts", ids: [params.id] });
        const object = { type: "account", id: params.id, title: rows[0].short_name };
        await writeAudit(
          trx,
          { type: "system", name: "Банковская выписка" },
          null,
          {
            event: "invoice.paid",
            accountId: params.id,
            object,
            after: { amount: kopecksToRubles(amountKopecks) },
          },
          at,
        );
        return balanceOfAccount(trx, params.id);
      });
      return {
        balance: kopecksToRubles(balance.available + balance.reserved),
        balanceReserved: kopecksToRubles(balance.reserved),
      };
    },
  };
}

type Switches = Awaited<ReturnType<typeof changeSwitches>>;

/** Validated by the endpoint's schema; nothing else writes reasons. */
function bankView(switches: Switches): Switches & { failReason: PayoutFailure } {
  return switches as Switches & { failReason: PayoutFailure };
}

function taxView(
  switches: Switches,
  settings: TaxSettings,
): Switches & TaxSettings & { failReason: TaxError } {
  return { ...(switches as Switches & { failReason: TaxError }), ...settings };
}

function readInn(text: string, field: string): string {
  const inn = text.replace(/\s/g, "");
  if (personInnFinding(inn))
    throw invalid({ [field]: ["Укажите ИНН физлица: 12 цифр с верной контрольной суммой"] });
  return inn;
}

function readPhone(text: string): string {
  const phone = normalizePhone(text);
  if (!phone) throw invalid({ phone: ["Укажите мобильный телефон, например +7 900 000-00-01"] });
  return phone;
}

/** The product's dates make sense between these years. */
function readInstant(text: string): Date {
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (Number.isNaN(date.getTime()) || year < 2020 || year > 2099)
    throw invalid({ now: ["Укажите время между 2020 и 2099 годом"] });
  return date;
}
