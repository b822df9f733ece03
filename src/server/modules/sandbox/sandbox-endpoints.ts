import { Type, type Static, type TObject, type TSchema } from "typebox";
import { REASONS } from "#contract/definitions/reasons.ts";
import { pagingQuery, listOf, itemsOf } from "#contract/http/paging.ts";
import { nullable, text } from "#contract/http/fields.ts";
import { TECHNICAL_NOTICE_TYPE } from "#contract/technical-notices/technical-notice-types.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { PAYOUT_FAILURES } from "#server/integrations/bank/port.ts";
import { TAX_ERRORS } from "#server/integrations/tax-service/port.ts";

/** A call of the helper page as a value, like the contract's; it is not part of the product's contract. */
export interface SandboxEndpoint<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TObject | undefined = TObject | undefined,
  Answer extends TSchema = TSchema,
> {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT";
  /** Behind `/sandbox/api`, `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : Record<string, never>;
export type SandboxInput<E extends SandboxEndpoint> = { readonly params: StaticOf<E["params"]>; readonly query: StaticOf<E["query"]>; readonly body: StaticOf<E["body"]> };
export type SandboxAnswer<E extends SandboxEndpoint> = Static<E["answer"]>;

const Phone = Type.String({ minLength: 5, maxLength: 30, description: "Телефон в любой записи" });
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const seconds = Type.Integer({ minimum: 0, maximum: 864_000 });
const minutes = Type.Integer({ minimum: 0, maximum: 100_000 });
const Done = Type.Object({ ok: Type.Literal(true) });

const Person = Type.Object({
  phone: Type.String(),
  name: Type.String(),
  kind: Type.Enum(["user", "workman"]),
  role: nullable(Type.Object({ id: Type.String(), title: Type.String() })),
  account: nullable(Type.Object({ id: Id, title: Type.String() })),
  /** State of the account user or the worker, and for workers what the tax service and the registration say. */
  state: Type.String(),
  smzState: nullable(Type.String()),
  registrationStatus: nullable(Type.String()),
  taxpayerType: nullable(Type.String()),
});

const BankSwitches = Type.Object({
  outOfReach: Type.Boolean(),
  answerAfterSeconds: seconds,
  failNext: count,
  failReason: Type.Enum([...PAYOUT_FAILURES]),
  returnNext: count,
  returnReason: Type.Enum([...PAYOUT_FAILURES]),
  returnAfterSeconds: Type.Integer({ minimum: 1, maximum: 864_000 }),
});
const TaxSwitches = Type.Object({
  outOfReach: Type.Boolean(),
  answerAfterSeconds: seconds,
  failNext: count,
  failReason: Type.Enum([...TAX_ERRORS]),
  /** What becomes of a request for access by itself, and when; how many references fail. */
  bindAnswer: Type.Enum(["CONFIRM", "REFUSE", "WAIT"]),
  bindAfterSeconds: seconds,
  failReferences: count,
});
const inn = text(20, 10);
const sum = Type.Optional(Type.Number({ minimum: 0, maximum: 100_000_000 }));
const SmsSwitches = Type.Object({ outOfReach: Type.Boolean(), answerAfterSeconds: seconds, failNext: count });

const BankOrder = Type.Object({
  orderId: Type.String(),
  kind: Type.String(),
  amount: Rubles,
  recipientName: Type.String(),
  recipientInn: Type.String(),
  purpose: Type.String(),
  takenAt: Instant,
  status: Type.Enum(["PENDING", "DONE", "REJECTED", "RETURNED"]),
  reason: nullable(Type.String()),
});

const TaxReceipt = Type.Object({
  id: Type.String(),
  operationId: Type.String(),
  inn: Type.String(),
  serviceName: Type.String(),
  amount: Rubles,
  operationAt: Instant,
  status: Type.Enum(["PROCESSING", "REGISTERED", "REFUSED", "CANCELED"]),
  error: nullable(Type.String()),
  canceledBy: nullable(Type.String()),
  link: Type.String(),
});

const search = Type.Optional(text(100));

/** Calls of `/sandbox/api`. Source: `architecture.md` §6, «Sandbox». */
export const SANDBOX_ENDPOINTS = {
  codes: {
    id: "codes.list",
    method: "GET",
    path: "/codes",
    summary: "Коды из СМС, новые сверху",
    query: Type.Object({ phone: Type.Optional(Phone) }),
    answer: itemsOf(Type.Object({ phone: Type.String(), code: Type.String(), text: Type.String(), sentAt: Instant })),
  },
  invitations: {
    id: "invitations.list",
    method: "GET",
    path: "/invitations",
    summary: "Приглашения из СМС: ссылка для регистрации и можно ли ещё по ней войти",
    answer: itemsOf(
      Type.Object({
        kind: Type.Enum(["wi", "wr"]),
        id: Type.String(),
        address: Type.String(),
        phone: Type.String(),
        text: Type.String(),
        sentAt: Instant,
        state: Type.Enum(["valid", "used", "canceled", "expired", "unknown"]),
      }),
    ),
  },
  people: {
    id: "people.list",
    method: "GET",
    path: "/people",
    summary: "Под кем можно войти: телефоны, роли, состояния",
    answer: itemsOf(Person),
  },
  moderation: {
    id: "moderation.list",
    method: "GET",
    path: "/moderation",
    summary: "Что ждёт модератора",
    answer: itemsOf(Type.Object({ kind: Type.String(), id: Id, title: Type.String(), since: Instant })),
  },
  decide: {
    id: "moderation.decide",
    method: "POST",
    path: "/moderation/{kind}/{id}/{verdict}",
    summary: "Решение модератора: approve или reject",
    params: Type.Object({ kind: text(40, 1), id: Id, verdict: Type.Enum(["approve", "reject"]) }),
    body: Type.Object({ reasonID: Type.Optional(text(40)), comment: Type.Optional(text(500)) }),
    answer: Done,
  },
  bankSwitches: { id: "bank.switches", method: "GET", path: "/bank/switches", summary: "Как ведёт себя банк", answer: BankSwitches },
  setBankSwitches: {
    id: "bank.setSwitches",
    method: "PUT",
    path: "/bank/switches",
    summary: "Задержка ответа, отказы, возвраты, недоступность банка; не названное не меняется",
    body: Type.Partial(BankSwitches),
    answer: BankSwitches,
  },
  bankOrders: {
    id: "bank.orders",
    method: "GET",
    path: "/bank/orders",
    summary: "Поручения банку, новые сверху; поиск по номеру, ИНН и имени",
    query: Type.Object({ ...pagingQuery, search }),
    answer: listOf(BankOrder),
  },
  returnOrder: {
    id: "bank.returnOrder",
    method: "POST",
    path: "/bank/orders/{orderId}/return",
    summary: "Вернуть исполненное поручение",
    params: Type.Object({ orderId: text(80, 1) }),
    body: Type.Object({ reason: Type.Optional(Type.Enum([...PAYOUT_FAILURES])) }),
    answer: Done,
  },
  taxSwitches: { id: "tax.switches", method: "GET", path: "/tax-service/switches", summary: "Как ведёт себя «Мой налог»", answer: TaxSwitches },
  setTaxSwitches: {
    id: "tax.setSwitches",
    method: "PUT",
    path: "/tax-service/switches",
    summary: "Задержка ответа, отказы, недоступность ФНС; не названное не меняется",
    body: Type.Partial(TaxSwitches),
    answer: TaxSwitches,
  },
  receipts: {
    id: "tax.receipts",
    method: "GET",
    path: "/tax-service/receipts",
    summary: "Чеки в «Мой налог», новые сверху; поиск по номеру и ИНН",
    query: Type.Object({ ...pagingQuery, search }),
    answer: listOf(TaxReceipt),
  },
  annulReceipt: {
    id: "tax.annulReceipt",
    method: "POST",
    path: "/tax-service/receipts/{id}/annul",
    summary: "Аннулировать чек от имени исполнителя",
    params: Type.Object({ id: text(40, 1) }),
    answer: Done,
  },
  setTaxpayer: {
    id: "tax.setTaxpayer",
    method: "POST",
    path: "/tax-service/taxpayers",
    summary: "Завести или изменить налогоплательщика",
    body: Type.Object({
      inn: text(20, 10),
      registered: Type.Boolean(),
      bound: Type.Boolean(),
      /** Right to register incomes, given in «Мой налог». */
      mayRegisterIncome: Type.Optional(Type.Boolean()),
      otherIncome: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000_000 })),
    }),
    answer: Done,
  },
  bindRequests: {
    id: "tax.bindRequests",
    method: "GET",
    path: "/tax-service/bind-requests",
    summary: "Запросы доступа в «Мой налог» исполнителей, новые сверху",
    answer: itemsOf(
      Type.Object({ id: Type.String(), inn: Type.String(), name: Type.String(), permissions: Type.Array(Type.String()), askedAt: Instant, state: Type.Enum(["WAITING", "CONFIRMED", "REFUSED"]) }),
    ),
  },
  answerBindRequest: {
    id: "tax.answerBindRequest",
    method: "POST",
    path: "/tax-service/bind-requests/{id}/{verdict}",
    summary: "Ответить на запрос доступа за исполнителя: confirm или refuse",
    params: Type.Object({ id: text(80, 1), verdict: Type.Enum(["confirm", "refuse"]) }),
    answer: Done,
  },
  sendTaxMessage: {
    id: "tax.sendMessage",
    method: "POST",
    path: "/tax-service/messages",
    summary: "Написать исполнителю от имени ФНС",
    body: Type.Object({ inn, title: text(200, 1), text: text(2000, 1) }),
    answer: Done,
  },
  renameTaxpayer: {
    id: "tax.renameTaxpayer",
    method: "POST",
    path: "/tax-service/taxpayers/requisites",
    summary: "Сменить имя или ИНН налогоплательщика: платформа узнает это при проверке",
    body: Type.Object({ inn, lastName: text(100, 1), firstName: text(100, 1), middleName: Type.Optional(text(100)), currentInn: Type.Optional(text(20)) }),
    answer: Done,
  },
  accruals: {
    id: "tax.accruals",
    method: "GET",
    path: "/tax-service/accruals",
    summary: "Что начислила ФНС, новые месяцы сверху",
    query: Type.Object({ inn }),
    answer: itemsOf(Type.Object({ period: Type.String(), tax: Rubles, debt: Rubles, penalty: Rubles, uin: nullable(Type.String()) })),
  },
  setAccrual: {
    id: "tax.setAccrual",
    method: "POST",
    path: "/tax-service/accruals",
    summary: "Начислить налог за месяц: с платёжным документом или без него; ноль снимает начисление",
    body: Type.Object({ inn, period: Type.String({ pattern: "^20\\d{2}(0[1-9]|1[0-2])$", maxLength: 6 }), tax: sum, debt: sum, penalty: sum, hasDocument: Type.Optional(Type.Boolean()) }),
    answer: Done,
  },
  smsSwitches: { id: "sms.switches", method: "GET", path: "/sms/switches", summary: "Как ведут себя СМС", answer: SmsSwitches },
  setSmsSwitches: {
    id: "sms.setSwitches",
    method: "PUT",
    path: "/sms/switches",
    summary: "Задержка, отказы и недоступность СМС; не названное не меняется",
    body: Type.Partial(SmsSwitches),
    answer: SmsSwitches,
  },
  mailSwitches: { id: "mail.switches", method: "GET", path: "/mail/switches", summary: "Как ведёт себя почта", answer: SmsSwitches },
  setMailSwitches: {
    id: "mail.setSwitches",
    method: "PUT",
    path: "/mail/switches",
    summary: "Задержка, отказы и недоступность почты; не названное не меняется",
    body: Type.Partial(SmsSwitches),
    answer: SmsSwitches,
  },
  mails: {
    id: "mails.list",
    method: "GET",
    path: "/mails",
    summary: "Письма, новые сверху: всех или человека с этим телефоном",
    query: Type.Object({ phone: Type.Optional(Phone) }),
    answer: itemsOf(Type.Object({ email: Type.String(), subject: Type.String(), text: Type.String(), html: Type.String(), sentAt: Instant })),
  },
  texts: {
    id: "sms.list",
    method: "GET",
    path: "/sms",
    summary: "Все СМС, новые сверху: всех или на этот телефон",
    query: Type.Object({ phone: Type.Optional(Phone) }),
    answer: itemsOf(Type.Object({ phone: Type.String(), text: Type.String(), sentAt: Instant })),
  },
  notice: {
    id: "notices.emit",
    method: "POST",
    path: "/notices/{type}",
    summary: "Прислать уведомление человеку с этим телефоном или вошедшему; без resource подставляется пример. Вместо вида: unknown, broken, all",
    params: Type.Object({ type: text(100, 1) }),
    query: Type.Object({ phone: Type.Optional(Phone) }),
    body: Type.Object({ phone: Type.Optional(Phone), resource: Type.Optional(Type.Object({}, { additionalProperties: true })) }),
    answer: Type.Object({ id: Id }),
  },
  technicalNotice: {
    id: "technical-notices.add",
    method: "POST",
    path: "/technical-notices",
    summary: "Объявить плановые работы или перебои ФНС: через сколько минут начнутся и закончатся",
    body: Type.Object({ type: TECHNICAL_NOTICE_TYPE.schema, startsInMinutes: Type.Optional(minutes), endsInMinutes: minutes }),
    answer: Done,
  },
  clock: { id: "clock.read", method: "GET", path: "/clock", summary: "Сколько времени на часах платформы", answer: Type.Object({ now: Instant }) },
  setClock: {
    id: "clock.set",
    method: "POST",
    path: "/clock",
    summary: "Перевести часы: now — поставить, advanceSeconds — сдвинуть, пустое тело — вернуть настоящее время",
    body: Type.Object({ now: Type.Optional(Instant), advanceSeconds: Type.Optional(Type.Integer({ minimum: -31_536_000, maximum: 31_536_000 })) }),
    answer: Type.Object({ now: Instant }),
  },
  invoices: {
    id: "invoices.list",
    method: "GET",
    path: "/bank/invoices",
    summary: "Счета, которые ждут оплаты, новые сверху",
    answer: itemsOf(Type.Object({ id: Id, number: Type.String(), account: Type.String(), amount: Rubles, left: Rubles, validUntil: CalendarDate })),
  },
  payInvoice: {
    id: "invoices.pay",
    method: "POST",
    path: "/bank/invoices/{id}/pay",
    summary: "Заказчик оплачивает счёт: строка в выписке банка. Без суммы — сколько осталось; назначение и ИНН можно исказить",
    params: Type.Object({ id: Id }),
    body: Type.Object({ amount: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 })), purpose: Type.Optional(text(500)), payerInn: Type.Optional(text(20)) }),
    answer: Type.Object({ paymentId: Type.String() }),
  },
  companies: {
    id: "accounts.list",
    method: "GET",
    path: "/accounts",
    summary: "Компании, которые работают или заблокированы: состояние и причина блокировки",
    answer: itemsOf(Type.Object({ id: Id, title: Type.String(), state: Definition, reason: nullable(Type.String()) })),
  },
  disableCompany: {
    id: "accounts.disable",
    method: "POST",
    path: "/accounts/{id}/disable",
    summary: "Модератор блокирует работающую компанию; причина обязательна",
    params: Type.Object({ id: Id }),
    body: Type.Object({ reasonID: REASONS.accountReject.schema, comment: Type.Optional(text(500)) }),
    answer: Done,
  },
  enableCompany: {
    id: "accounts.enable",
    method: "POST",
    path: "/accounts/{id}/enable",
    summary: "Модератор снимает блокировку",
    params: Type.Object({ id: Id }),
    body: Type.Object({ comment: Type.Optional(text(500)) }),
    answer: Done,
  },
  topUp: {
    id: "accounts.topUp",
    method: "POST",
    path: "/accounts/{id}/top-up",
    summary: "Деньги по счёту пришли: пополнить баланс заказчика",
    params: Type.Object({ id: Id }),
    body: Type.Object({ amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }) }),
    answer: Type.Object({ balance: Rubles, balanceReserved: Rubles }),
  },
} as const satisfies Record<string, SandboxEndpoint>;
