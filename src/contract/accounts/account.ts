import { Type } from "typebox";
import { Role } from "#contract/auth/session.ts";
import { definitionOf } from "#contract/definitions/definition-of.ts";
import { TAX_PAYER } from "#contract/definitions/payment-types.ts";
import { EmailInput, InnInput, nullable, Phone, PhoneInput, text } from "#contract/http/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { ACCOUNT_STATE } from "./account-states.ts";

/** A customer named beside another record. */
export const AccountBrief = Type.Object({
  id: Id,
  companyDetailsName: Type.String(),
  logoPicture: nullable(Type.String()),
});
export type AccountBrief = Type.Static<typeof AccountBrief>;

/** A customer as anybody sees it: catalogue and page `/accounts/{id}`. */
export const Account = Type.Object({
  ...AccountBrief.properties,
  shortCompanyName: Type.String(),
  inn: Type.String(),
  description: nullable(Type.String()),
  city: nullable(Type.Object({ id: Id, title: Type.String() })),
  /** Average of published reviews, 1 to 5 with one decimal; `null` without reviews. */
  rating: nullable(Type.Number()),
  reviewsCount: Type.Integer(),
  publishedJobsCount: Type.Integer(),
  finishedJobsCount: Type.Integer(),
  registeredAt: Instant,
});
export type Account = Type.Static<typeof Account>;

/**
 * The caller's own company: answer of `GET /account/my-info`.
 * `balance` includes the reserved money; both are `null` for roles without `money.view`. The header shows balance less balanceReserved.
 * Source: specification §3 and §6; `domain.md` §0.5.
 */
export const MyAccountInfo = Type.Object({
  ...Account.properties,
  stateID: ACCOUNT_STATE.schema,
  state: definitionOf(ACCOUNT_STATE),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  role: Role,
  balance: nullable(Rubles),
  balanceReserved: nullable(Rubles),
  kpp: nullable(Type.String()),
  ogrn: nullable(Type.String()),
  legalAddress: nullable(Type.String()),
  postAddress: nullable(Type.String()),
  directorName: nullable(Type.String()),
  directorPosition: nullable(Type.String()),
  phone: nullable(Phone),
  email: nullable(Type.String()),
  bankName: nullable(Type.String()),
  bankBik: nullable(Type.String()),
  corAccountNumber: nullable(Type.String()),
  accountNumber: nullable(Type.String()),
  contractNumber: nullable(Type.String()),
  contractDate: nullable(Type.String()),
  /** Commission of the platform in percent by the account's tariff. */
  commissionPercent: Type.Number(),
  permissions: Type.Object({ update: Type.Boolean(), delete: Type.Boolean(), createJob: Type.Boolean() }),
});
export type MyAccountInfo = Type.Static<typeof MyAccountInfo>;

const details = {
  shortCompanyName: Type.Optional(text(255)),
  kpp: Type.Optional(text(9)),
  ogrn: Type.Optional(text(15)),
  legalAddress: Type.Optional(text(255)),
  postAddress: Type.Optional(text(255)),
  directorName: Type.Optional(text(255)),
  directorPosition: Type.Optional(text(255)),
  description: Type.Optional(text(2000)),
  cityID: Type.Optional(Id),
  phone: Type.Optional(PhoneInput),
  email: Type.Optional(EmailInput),
  bankName: Type.Optional(text(255)),
  bankBik: Type.Optional(text(20)),
  corAccountNumber: Type.Optional(text(30)),
  accountNumber: Type.Optional(text(30)),
};

/** Body of `POST /account/create`: a new company of the caller, who becomes its OWNER. */
export const AccountCreate = Type.Object({ inn: InnInput, companyDetailsName: text(255, 1), ...details });
/** Body of `POST /account/update`; a REJECTED company goes back to moderation. */
export const AccountUpdate = Type.Object({ companyDetailsName: Type.Optional(text(255, 1)), ...details });

/** How the company works. Source: `domain.md` §1.7 (auto-sign), §2.3 (who pays the tax), §2.4 (acceptance by the system). */
const settings = {
  /** Hours after which an act is signed by itself; `null` switches it off. */
  actAutoSignHours: nullable(Type.Integer({ minimum: 24, maximum: 720 })),
  /** Days after which a finished job is accepted by itself; `null` switches it off. */
  resultAutoAcceptDays: nullable(Type.Integer({ minimum: 1, maximum: 30 })),
  taxPayer: TAX_PAYER.schema,
  /** Largest sum in rubles a project manager may accept alone; `null` is no limit. */
  projectManagerAcceptLimit: nullable(Type.Number({ minimum: 0, maximum: 100_000_000 })),
  /** Default text of receipts for jobs without one. */
  defaultReceiptText: nullable(text(256)),
};
export const AccountSettings = Type.Object(settings);
/** What is left out stays as it is. */
export const AccountSettingsChanges = Type.Object({
  actAutoSignHours: Type.Optional(settings.actAutoSignHours),
  resultAutoAcceptDays: Type.Optional(settings.resultAutoAcceptDays),
  taxPayer: Type.Optional(settings.taxPayer),
  projectManagerAcceptLimit: Type.Optional(settings.projectManagerAcceptLimit),
  defaultReceiptText: Type.Optional(settings.defaultReceiptText),
});
export type AccountSettings = Type.Static<typeof AccountSettings>;

/** How often each reason was given in the account: refusals, cancellations, changes of payouts. */
export const ReasonStatistic = Type.Object({
  list: Type.String({ description: "Список причин: jobCancel, offerDeclineByAccount, …" }),
  reason: Definition,
  count: Type.Integer(),
});
