import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { arrivalWords } from "#contract/payouts/payout-arrival.ts";
import { HELD_TERM } from "#contract/payouts/held-payout.ts";
import { registryTitle } from "#contract/registries/registry-title.ts";
import { countOf, type PluralForms } from "#contract/values/plural.ts";
import { reasonEnding, jobAddress, quoted, rubles, type NoticeViews } from "./notice-view.ts";

type JobNotice =
  | "JobCanceled"
  | "JobRejected"
  | "JobPublished"
  | "JobPayoutSent"
  | "JobPayoutReturned"
  | "JobReceiptReversedByPlatform"
  | "JobPayoutHeld"
  | "PayoutsHeld"
  | "ReceiptFoundLate"
  | "JobReceiptReversedByWorkman"
  | "InviteCreated"
  | "InviteCanceled"
  | "InviteAccepted"
  | "InviteDeclined"
  | "EmploymentInvited"
  | "EmploymentConfirmed"
  | "EmploymentEnded"
  | "OfferCreated"
  | "OfferAccepted"
  | "OfferDeclined"
  | "OfferRejected"
  | "OfferArchived"
  | "OfferExecutionStarted"
  | "OfferExecutionFinished"
  | "OfferResultAccepted"
  | "ActRequired"
  | "ArbitrationOpened"
  | "ArbitrationAccepted"
  | "ArbitrationDeclined";

/** Texts: `domain.md` §5.4. */
export const JOB_NOTICES: NoticeViews<JobNotice> = {
  JobCanceled: (job) => ({
    text: `Задание ${quoted(job.title)} отменено${reasonEnding({ reason: job.cancelReason, comment: job.cancelComment })}`,
    to: jobAddress(job),
    tone: "bad",
  }),
  JobRejected: (job) => ({
    text: `Задание ${quoted(job.title)} отклонено модератором${reasonEnding({ reason: job.rejectReason, comment: job.rejectComment })}`,
    to: jobAddress(job),
    tone: "bad",
  }),
  JobPublished: (job) => ({
    text: `Задание ${quoted(job.title)} опубликовано`,
    to: jobAddress(job),
    tone: "good",
  }),
  JobPayoutSent: (job) => ({
    text: `${sentToWorkman(job)}. Деньги ${"arrivesBy" in job && job.arrivesBy ? `придут ${arrivalWords(job.arrivesBy)}` : "поступят в течение 3 рабочих дней"}`,
    to: payoutAddress(job),
    tone: "good",
    icon: "money",
  }),
  JobPayoutReturned: (job) => ({
    text: `Не удалось отправить ${isSeveral(job) ? severalOf(job, PAYOUTS) : `выплату ${workOf(job)}`}. Проверьте карту и реквизиты и свяжитесь с заказчиком`,
    to: payoutAddress(job),
    tone: "bad",
    icon: "money",
  }),
  JobPayoutHeld: (job) => ({
    text: `Банк придержал ${isSeveral(job) ? severalOf(job, PAYOUTS) : `выплату ${workOf(job)}`}: подтвердите перевод в приложении банка или позвоните в банк`,
    detail: HELD_TERM,
    to: payoutAddress(job),
    tone: "warning",
    icon: "money",
  }),
  PayoutsHeld: (job) => ({
    text: `Банк придержал ${sumOfDay(job, PAYOUTS) ?? `выплату ${workOf(job)}`}: исполнитель подтверждает перевод в своём банке, повторять не нужно`,
    detail: HELD_TERM,
    to: reversedAddress(job),
    tone: "warning",
    icon: "money",
  }),
  ReceiptFoundLate: (job) => ({
    text: `ФНС сформировала ${sumOfDay(job, RECEIPTS) ?? `чек ${workOf(job)}`} после отмены: чек аннулируется, делать ничего не нужно`,
    to: reversedAddress(job),
    tone: "warning",
    icon: "receipt",
  }),
  JobReceiptReversedByPlatform: (job) => ({
    text: isSeveral(job)
      ? `Платформа аннулировала ${severalOf(job, RECEIPTS)}`
      : `Чек ${workOf(job)} аннулирован платформой`,
    to: payoutAddress(job),
    tone: "warning",
    icon: "receipt",
  }),
  JobReceiptReversedByWorkman: (job) => ({
    text: reversedText(job),
    to: reversedAddress(job),
    tone: "warning",
    icon: "receipt",
  }),

  InviteCreated: ({ job, account }) => ({
    outside: "Вас пригласили в задание",
    text: `Вас пригласили в задание ${quoted(job.title)}. Заказчик: ${account.companyDetailsName}`,
    to: jobAddress(job),
  }),
  InviteCanceled: ({ job, account }) => ({
    outside: "Приглашение в задание отменено",
    text: `Приглашение в ${quoted(job.title)} отменено. Заказчик: ${account.companyDetailsName}`,
    to: INVITES,
    tone: "bad",
  }),
  InviteAccepted: ({ job, workman }) => ({
    text: `${workman.name} принял(а) приглашение в ${quoted(job.title)}`,
    to: jobAddress(job),
    tone: "good",
  }),
  InviteDeclined: ({ job, workman, declineReason, declineComment }) => ({
    text: `${workman.name} отклонил(а) приглашение в ${quoted(job.title)}${reasonEnding({ reason: declineReason, comment: declineComment })}`,
    to: jobAddress(job),
    tone: "bad",
  }),
  EmploymentInvited: ({ account }) => ({
    outside: "Заказчик приглашает вас работать вместе",
    text: `Заказчик ${account.companyDetailsName} приглашает вас работать вместе`,
    to: "/profile/workman",
  }),
  EmploymentConfirmed: ({ workman }) => ({
    text: `${workman.name} теперь в избранных исполнителях`,
    to: "/profile/employees",
    tone: "good",
  }),
  EmploymentEnded: ({ workman, account }) => ({
    text: `${workman.name} и ${account.companyDetailsName} больше не работают вместе`,
    tone: "bad",
  }),

  OfferCreated: ({ job, workman }) => ({
    outside: "Новый отклик на ваше задание",
    text: `Новый отклик на ${quoted(job.title)}: ${workman.name}`,
    to: jobAddress(job),
  }),
  OfferAccepted: ({ job, account }) => ({
    text: `Ваш отклик на ${quoted(job.title)} принят. Заказчик: ${account.companyDetailsName}`,
    to: jobAddress(job),
    tone: "good",
  }),
  OfferDeclined: ({ job, declineReason, declineComment }) => ({
    text: `Ваш отклик на ${quoted(job.title)} отклонён${reasonEnding({ reason: declineReason, comment: declineComment })}`,
    to: jobAddress(job),
    tone: "bad",
  }),
  OfferRejected: ({ job, rejectReason, rejectComment }) => ({
    text: `Отклик на ${quoted(job.title)} отклонён модератором${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    to: jobAddress(job),
    tone: "bad",
  }),
  OfferArchived: ({ job }) => ({
    text: `Отклик на ${quoted(job.title)} перенесён в архив`,
    to: jobAddress(job),
  }),
  OfferExecutionStarted: ({ job, workman }) => ({
    text: `${workman.name}: исполнитель приступил к заданию ${quoted(job.title)}`,
    to: jobAddress(job),
  }),
  OfferExecutionFinished: ({ job, workman }) => ({
    text: `${workman.name}: исполнитель завершил задание ${quoted(job.title)}`,
    to: jobAddress(job),
    tone: "good",
  }),
  OfferResultAccepted: ({ job, account }) => ({
    text: `Результат задания ${quoted(job.title)} принят. Заказчик: ${account.companyDetailsName}`,
    to: jobAddress(job),
    tone: "good",
  }),
  ActRequired: ({ job }) => ({
    text: `Подпишите акт по заданию ${quoted(job.title)}, чтобы выплата не задержалась`,
    to: jobAddress(job),
    tone: "warning",
    icon: "sign",
  }),

  ArbitrationOpened: ({ job, workman, account, amount, newAmount }) => ({
    text: `Заказчик предлагает изменить выплату по ${quoted(job.title)}: ${rubles(amount)} → ${rubles(newAmount)}`,
    detail: parties(workman, account),
    to: jobAddress(job),
    tone: "warning",
  }),
  ArbitrationAccepted: ({ job, workman, account, newAmount }) => ({
    text: `Изменение выплаты по ${quoted(job.title)} принято: ${rubles(newAmount)}`,
    detail: parties(workman, account),
    to: jobAddress(job),
    tone: "good",
  }),
  ArbitrationDeclined: ({ job, workman, account }) => ({
    text: `Изменение выплаты по ${quoted(job.title)} отклонено`,
    detail: parties(workman, account),
    to: jobAddress(job),
    tone: "bad",
  }),
};

/** A payment, or those of a registry. Older notices name none. */
function payoutAddress(notice: PayoutNotice): string {
  if (isSeveral(notice))
    return "registryID" in notice && notice.registryID
      ? `${INCOME}?filters[0][field]=registryID&filters[0][operator]=eq&filters[0][value]=${notice.registryID}`
      : INCOME;
  return "payoutID" in notice && notice.payoutID
    ? `${INCOME}?open=${notice.payoutID}`
    : jobAddress(notice);
}

type ReversedNotice = NoticePayload<"JobReceiptReversedByWorkman">;

/** For a registry: all receipts annulled that day. Jobs of registry rows have no page. */
function reversedText(notice: ReversedNotice): string {
  const receipts = sumOfDay(notice, RECEIPTS);
  return receipts === null
    ? `Чек ${workOf(notice)} аннулирован исполнителем`
    : `Исполнители аннулировали ${receipts}`;
}

/** «3 чека на 5 000,00 ₽ (Реестр № 7)»; `null` for a single one. */
function sumOfDay(notice: ReversedNotice, forms: PluralForms): string | null {
  const { count = 1, sum = 0, registry } = "registry" in notice ? notice : {};
  return registry && count > 1
    ? `${countOf(count, forms)} на ${rubles(sum)} (${registryTitle("payroll", registry.number)})`
    : null;
}

function reversedAddress(notice: ReversedNotice): string {
  return "registry" in notice && notice.registry
    ? `/profile/payroll-registry/${notice.registry.id}`
    : jobAddress(notice);
}

/** Both sides get this notice. */
function parties(
  workman: { readonly name: string },
  account: { readonly companyDetailsName: string },
): string {
  return `Исполнитель: ${workman.name}. Заказчик: ${account.companyDetailsName}`;
}

/** Only payments of a registry are counted; their rows have no job that anybody could open. */
function workOf(notice: PayoutNotice | ReversedNotice): string {
  const isOfRegistry = "count" in notice && notice.count !== undefined;
  return `${isOfRegistry ? "за работу" : "по заданию"} ${quoted(notice.title)}`;
}

type PayoutNotice = NoticePayload<"JobPayoutReturned">;

function sentToWorkman(job: NoticePayload<"JobPayoutSent">): string {
  if (isSeveral(job)) return `Вам отправлено ${severalOf(job, PAYOUTS)}`;
  if (!("arrivesBy" in job)) return `Выплата ${workOf(job)} отправлена`;
  const where = "destination" in job && job.destination ? ` на ${job.destination}` : "";
  return `Вам отправлено ${rubles(job.sum ?? 0)}${where} ${workOf(job)}`;
}

const INCOME = "/profile/workman/income";
/** Invitees may no longer open an invite-only job. */
const INVITES = "/profile/jobs/workman-invite";

const PAYOUTS = ["выплату", "выплаты", "выплат"] as const;
const RECEIPTS = ["чек", "чека", "чеков"] as const;

/** Older notices have no count. */
function isSeveral(notice: PayoutNotice): boolean {
  return "count" in notice && (notice.count ?? 1) > 1;
}

/** Follows a verb: «1 842 выплаты на 184 200,00 ₽ от заказчика ООО «Север»». */
function severalOf(
  { count = 1, sum = 0, companyDetailsName = "" }: PayoutNotice,
  forms: PluralForms,
): string {
  return `${countOf(count, forms)} на ${rubles(sum)} от заказчика ${companyDetailsName}`;
}
