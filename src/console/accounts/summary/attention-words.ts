import type { Attention } from "#contract/accounts/account-summary.ts";
import type { PluralForms } from "#contract/values/plural.ts";

interface AttentionWords {
  /** After the count. */
  readonly forms: PluralForms;
  /** What its button does. */
  readonly command: string;
}

export const ATTENTION_WORDS: Readonly<Record<Attention, AttentionWords>> = {
  PAYOUT_FAILED: {
    forms: ["выплата не прошла", "выплаты не прошли", "выплат не прошли"],
    command: "Разобрать",
  },
  PAYROLL_SHORTAGE: {
    forms: ["реестру не хватает денег", "реестрам не хватает денег", "реестрам не хватает денег"],
    command: "Посмотреть",
  },
  PAYROLL_APPROVAL: {
    forms: ["реестр ждёт согласования", "реестра ждут согласования", "реестров ждут согласования"],
    command: "Согласовать",
  },
  PAYROLL_READY: {
    forms: ["реестр готов к запуску", "реестра готовы к запуску", "реестров готовы к запуску"],
    command: "Проверить и запустить",
  },
  PAYROLL_ERRORS: {
    forms: ["реестр с ошибками", "реестра с ошибками", "реестров с ошибками"],
    command: "Исправить",
  },
  JOB_RESULT: {
    forms: ["результат ждёт приёмки", "результата ждут приёмки", "результатов ждут приёмки"],
    command: "Принять",
  },
  INVOICE_UNPAID: {
    forms: ["счёт не оплачен", "счёта не оплачены", "счетов не оплачены"],
    command: "Оплатить",
  },
  OFFER_WAITING: {
    forms: [
      "задание с новыми откликами",
      "задания с новыми откликами",
      "заданий с новыми откликами",
    ],
    command: "Выбрать",
  },
  PAPERS_EXPIRING: {
    forms: [
      "документ исполнителя истёк или скоро истечёт",
      "документа исполнителей истекли или скоро истекут",
      "документов исполнителей истекли или скоро истекут",
    ],
    command: "Посмотреть",
  },
  JOB_REJECTED: {
    forms: [
      "задание отклонено модератором",
      "задания отклонены модератором",
      "заданий отклонены модератором",
    ],
    command: "Исправить",
  },
  RECEIPT_ANNULLED: {
    forms: [
      "чек аннулирован исполнителем за 30 дней",
      "чека аннулированы исполнителями за 30 дней",
      "чеков аннулированы исполнителями за 30 дней",
    ],
    command: "Посмотреть",
  },
};

export const UNREAD: AttentionWords = {
  forms: ["непрочитанное уведомление", "непрочитанных уведомления", "непрочитанных уведомлений"],
  command: "Прочитать",
};
