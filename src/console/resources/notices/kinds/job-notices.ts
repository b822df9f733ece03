import { formatRubles } from "#console/format/money.ts";
import { because, jobAddress, type NoticeViews } from "../notice-view.ts";

type JobNotice =
  | "JobCanceled" | "JobRejected" | "JobPublished" | "JobPayoutSent" | "JobPayoutReturned" | "JobReceiptReversedByPlatform" | "JobReceiptReversedByWorkman"
  | "InviteCreated" | "InviteCanceled" | "InviteAccepted" | "InviteDeclined" | "EmploymentInvited"
  | "OfferCreated" | "OfferAccepted" | "OfferDeclined" | "OfferRejected" | "OfferArchived" | "OfferExecutionStarted" | "OfferExecutionFinished" | "OfferResultAccepted"
  | "ActRequired" | "ArbitrationOpened" | "ArbitrationAccepted" | "ArbitrationDeclined";

/** Notices about jobs, invites, offers and changes of payouts. Source of the words: `domain.md` §5.4. */
export const JOB_NOTICES: NoticeViews<JobNotice> = {
  JobCanceled: (job) => ({ text: `Задание «${job.title}» отменено${because({ reason: job.cancelReason, comment: job.cancelComment })}`, to: jobAddress(job) }),
  JobRejected: (job) => ({ text: `Задание «${job.title}» отклонено модератором${because({ reason: job.rejectReason, comment: job.rejectComment })}`, to: jobAddress(job), tone: "warning" }),
  JobPublished: (job) => ({ text: `Задание «${job.title}» опубликовано`, to: jobAddress(job) }),
  JobPayoutSent: (job) => ({ text: `Выплата по заданию «${job.title}» отправлена. Деньги поступят в течение 3 рабочих дней`, to: jobAddress(job) }),
  JobPayoutReturned: (job) => ({ text: `Не удалось отправить выплату по заданию «${job.title}». Проверьте карту и реквизиты и свяжитесь с заказчиком`, to: jobAddress(job), tone: "warning" }),
  JobReceiptReversedByPlatform: (job) => ({ text: `Чек по заданию «${job.title}» аннулирован платформой`, to: jobAddress(job), tone: "warning" }),
  JobReceiptReversedByWorkman: (job) => ({ text: `Чек по заданию «${job.title}» аннулирован исполнителем`, to: jobAddress(job), tone: "warning" }),

  InviteCreated: ({ job, account }) => ({ text: `Вас пригласили в задание «${job.title}». Заказчик: ${account.companyDetailsName}`, to: jobAddress(job) }),
  InviteCanceled: ({ job }) => ({ text: `Приглашение в «${job.title}» отменено`, to: jobAddress(job) }),
  InviteAccepted: ({ job, workman }) => ({ text: `${workman.name} принял(а) приглашение в «${job.title}»`, to: jobAddress(job) }),
  InviteDeclined: ({ job, workman, declineReason, declineComment }) => ({ text: `${workman.name} отклонил(а) приглашение в «${job.title}»${because({ reason: declineReason, comment: declineComment })}`, to: jobAddress(job) }),
  EmploymentInvited: ({ account }) => ({ text: `Заказчик ${account.companyDetailsName} приглашает вас работать вместе`, to: "/profile/workman" }),

  OfferCreated: ({ job, workman }) => ({ text: `Новый отклик на «${job.title}»: ${workman.name}`, to: jobAddress(job) }),
  OfferAccepted: ({ job }) => ({ text: `Ваш отклик на «${job.title}» принят`, to: jobAddress(job) }),
  OfferDeclined: ({ job, declineReason, declineComment }) => ({ text: `Ваш отклик на «${job.title}» отклонён${because({ reason: declineReason, comment: declineComment })}`, to: jobAddress(job) }),
  OfferRejected: ({ job, rejectReason, rejectComment }) => ({ text: `Отклик на «${job.title}» отклонён модератором${because({ reason: rejectReason, comment: rejectComment })}`, to: jobAddress(job) }),
  OfferArchived: ({ job }) => ({ text: `Отклик на «${job.title}» перенесён в архив`, to: jobAddress(job) }),
  OfferExecutionStarted: ({ job, workman }) => ({ text: `${workman.name}: исполнитель приступил к заданию «${job.title}»`, to: jobAddress(job) }),
  OfferExecutionFinished: ({ job, workman }) => ({ text: `${workman.name}: исполнитель завершил задание «${job.title}»`, to: jobAddress(job) }),
  OfferResultAccepted: ({ job }) => ({ text: `Результат задания «${job.title}» принят`, to: jobAddress(job) }),
  ActRequired: ({ job }) => ({ text: `Подпишите акт по заданию «${job.title}», чтобы выплата не задержалась`, to: jobAddress(job), tone: "warning" }),

  ArbitrationOpened: ({ job, amount, newAmount }) => ({ text: `Заказчик предлагает изменить выплату по «${job.title}»: ${formatRubles(amount)} → ${formatRubles(newAmount)}`, to: jobAddress(job), tone: "warning" }),
  ArbitrationAccepted: ({ job, newAmount }) => ({ text: `Изменение выплаты по «${job.title}» принято: ${formatRubles(newAmount)}`, to: jobAddress(job) }),
  ArbitrationDeclined: ({ job }) => ({ text: `Изменение выплаты по «${job.title}» отклонено`, to: jobAddress(job) }),
};
