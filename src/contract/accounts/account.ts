import { Type } from "typebox";
import { AccountBrief } from "#contract/briefs/account-brief.ts";
import { Role } from "#contract/access/roles.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import {
  EmailInput,
  InnInput,
  nullable,
  OtpCode,
  Phone,
  PhoneInput,
  text,
} from "#contract/kernel/fields.ts";
import {
  ACT_AUTO_SIGN_HOURS,
  DOCUMENT_SIGN_DAYS,
} from "#contract/job-documents/job-document-states.ts";
import { Id } from "#contract/values/ids.ts";
import { Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { ACCOUNT_STATE } from "./account-states.ts";

export const Account = Type.Object({
  ...AccountBrief.properties,
  shortCompanyName: Type.String(),
  inn: Type.String(),
  description: nullable(Type.String()),
  city: nullable(Type.Object({ id: Id, title: Type.String() })),
  /** Average of published reviews, 1 to 5, one decimal. */
  rating: nullable(Type.Number()),
  reviewsCount: Type.Integer(),
  publishedJobsCount: Type.Integer(),
  finishedJobsCount: Type.Integer(),
  registeredAt: Instant,
});
export type Account = Type.Static<typeof Account>;

/**
 * `balance` includes the reserved money; both are `null` without `money.view`. Source:
 * specification §3, §6; `domain.md` §0.5.
 */
export const MyAccountInfo = Type.Object({
  ...Account.properties,
  stateID: ACCOUNT_STATE.schema,
  state: definitionOf(ACCOUNT_STATE),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  /** A new name under check. */
  askedName: nullable(Type.String()),
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
  commissionPercent: Type.Number(),
  permissions: Type.Object({
    update: Type.Boolean(),
    delete: Type.Boolean(),
    createJob: Type.Boolean(),
  }),
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

/** The caller becomes OWNER. */
export const AccountCreate = Type.Object({
  inn: InnInput,
  companyDetailsName: text(255, 1),
  ...details,
});
/** A change needs a code of `ACCOUNT_REQUISITES` with the company's id. */
export const REQUISITES = [
  "kpp",
  "ogrn",
  "bankName",
  "bankBik",
  "corAccountNumber",
  "accountNumber",
] as const;
/**
 * A REJECTED company goes back to moderation. A changed requisite without `otp` is 409
 * `otp_required`.
 */
export const AccountUpdate = Type.Object({
  companyDetailsName: Type.Optional(text(255, 1)),
  ...details,
  otp: Type.Optional(OtpCode),
});

/** Source: `domain.md` §1.7 (auto-sign), §2.4 (acceptance by the system). */
const settings = {
  /**
   * `null` switches it off. The contract promises 48 hours; an unsigned act expires after 14 days.
   */
  actAutoSignHours: nullable(
    Type.Integer({ minimum: ACT_AUTO_SIGN_HOURS, maximum: (DOCUMENT_SIGN_DAYS - 1) * 24 }),
  ),
  /** `null` switches it off. */
  resultAutoAcceptDays: nullable(Type.Integer({ minimum: 1, maximum: 30 })),
  /** Rubles a project manager may accept alone; `null`: no limit. */
  projectManagerAcceptLimit: nullable(Type.Number({ minimum: 0, maximum: 100_000_000 })),
  defaultReceiptText: nullable(text(256)),
};
export const AccountSettings = Type.Object({
  ...settings,
  /** Gets copies of the owner's notices. Changed by `updateNoticeEmail` with a code. */
  noticeEmail: nullable(Type.String()),
});
/** An omitted setting keeps its value. */
export const AccountSettingsChanges = Type.Object({
  actAutoSignHours: Type.Optional(settings.actAutoSignHours),
  resultAutoAcceptDays: Type.Optional(settings.resultAutoAcceptDays),
  projectManagerAcceptLimit: Type.Optional(settings.projectManagerAcceptLimit),
  defaultReceiptText: Type.Optional(settings.defaultReceiptText),
  /**
   * The owner's code, for a looser `projectManagerAcceptLimit` and, while the company has rules of
   * approval, for sooner `resultAutoAcceptDays`: see `approvals.sendLooseningCode`.
   */
  otp: Type.Optional(OtpCode),
});
export type AccountSettings = Type.Static<typeof AccountSettings>;

export const ReasonStatistic = Type.Object({
  list: Type.String({ description: "Список причин: jobCancel, offerDeclineByAccount, …" }),
  reason: Definition,
  count: Type.Integer(),
});
