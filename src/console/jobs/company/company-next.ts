import { MAX_ARBITRATIONS, START_TIMEOUT_HOURS } from "#contract/jobs/job-offer-states.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { JobVisibility } from "#contract/jobs/job-visibility.ts";
import type { Job } from "#contract/jobs/job.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { formatRubles } from "#web/format/money.ts";

export type NextAction = "publish" | "edit" | "invite" | "accept-result" | "money" | "review";

export interface NextStep {
  readonly text: string;
  readonly isWarning?: boolean;
  readonly action?: { readonly key: NextAction; readonly label: string };
}

const OFFERS = ["отклик", "отклика", "откликов"] as const;

const SEEN_NOW: Readonly<Record<JobVisibility, string>> = {
  ALL: "Чтобы не ждать, пригласите исполнителей сами",
  FAVOURITES:
    "Задание видят только ваши избранные исполнители и приглашённые. Пригласите исполнителей сами или откройте задание для всех",
  INVITED:
    "Задание видят только приглашённые. Пригласите исполнителей или откройте задание для всех",
};

/** @param offer - the accepted one; `undefined` if none or loading. */
export function companyNext(job: Job, offer: JobOffer | undefined): NextStep {
  const { permissions: may, acceptedJobOffer: chosen } = job;
  const who = chosen?.workman.name ?? "Исполнитель";
  switch (job.state.id) {
    case "DRAFT":
      return {
        text: "Черновик видит только ваша компания. Опубликуйте его, чтобы исполнители откликались",
        ...when(may.publish, "publish", "Опубликовать"),
      };
    case "MODERATION":
      return {
        text: "Модератор проверяет задание. Исполнители увидят его после проверки, вам придёт уведомление",
      };
    case "REJECTED":
      return {
        text: `Модератор отклонил задание${reasonText(job.rejectReason, job.rejectComment)}. Исправьте его и опубликуйте снова`,
        isWarning: true,
        ...when(may.update, "edit", "Исправить"),
      };
    case "PUBLISHED":
      if (job.newOffersCount > 0)
        return {
          text: `${countOf(job.newOffersCount, OFFERS)}. ${job.newOffersCount === 1 ? "Если условия подходят, выберите исполнителя" : "Сравните их и выберите исполнителя"}: деньги заморозятся, когда вы его выберете`,
        };
      return {
        text: `${job.offersCount === 0 ? "Откликов пока нет" : "Новых откликов нет"}. ${SEEN_NOW[job.visibility.id]}`,
        ...when(may.createInvite, "invite", "Пригласить"),
      };
    case "WORKMANPENDING":
      return {
        text: `${who} выбран, деньги заморожены. Ждём, когда он приступит: если не начнёт за ${START_TIMEOUT_HOURS} ч, задание снова будет искать исполнителя`,
      };
    case "INPROGRESS":
    case "COMPLETED":
      return stepWhileWorking(job, offer, who);
    case "FINISHED":
      return afterwards(job, who);
    case "CANCELED":
      return {
        text: `Задание отменено${reasonText(job.cancelReason, job.cancelComment)}. Замороженные деньги вернулись на баланс`,
      };
  }
}

function stepWhileWorking(job: Job, offer: JobOffer | undefined, who: string): NextStep {
  const proposal = offer?.arbitration;
  if (offer?.state.id === "ARBITRATION" && proposal) {
    const what =
      proposal.newAmount === 0
        ? "закрыть задание без оплаты"
        : `изменить выплату с ${formatRubles(proposal.amount)} на ${formatRubles(proposal.newAmount)}`;
    return {
      text: `Вы предложили ${what}. ${who} ответит до ${formatMoscowTime(new Date(proposal.answerUntil))}; без ответа сумма останется прежней`,
    };
  }
  if (job.state.id === "INPROGRESS")
    return { text: `${who} выполняет задание. Когда он закончит, проверьте и примите результат` };
  const sum = formatRubles(offer?.amount ?? job.acceptedJobOffer?.amount ?? job.budget);
  const accept = when(
    offer?.permissions.resultAccept ?? false,
    "accept-result",
    "Принять результат",
  );
  if (offer?.payout?.state.id === "CANCELED") {
    const why =
      offer.act?.state.id === "REJECTED"
        ? "Исполнитель не подписал акт"
        : offer.act?.state.id === "EXPIRED"
          ? "Акт не подписан в срок"
          : "Выплата отменена";
    return {
      text: `${why}, деньги вернулись на баланс. Примите результат снова — будет новый акт, предложите другую сумму или закройте задание без оплаты`,
      isWarning: true,
      ...accept,
    };
  }
  if (proposal && proposal.declinedCount >= MAX_ARBITRATIONS)
    return {
      text: `${who} отказался от всех предложений, решает модератор. Вы можете не ждать и принять результат за ${sum}`,
      isWarning: true,
      ...accept,
    };
  const refused = proposal?.declineComment
    ? ` ${who} отказался от новой суммы: «${proposal.declineComment}».`
    : "";
  return {
    text: `${who} закончил работу.${refused} Проверьте результат: когда примете, исполнитель получит ${sum}`,
    ...accept,
  };
}

function afterwards(
  { acceptedJobOffer: chosen, permissions: may, isPaid }: Job,
  who: string,
): NextStep {
  const review = when(may.createWorkmanReview, "review", "Оставить отзыв");
  switch (chosen?.payout?.state.id) {
    case "ACT_PENDING":
      return {
        text: `Результат принят. ${who} подписывает акт, после этого начнётся выплата`,
        ...review,
      };
    case "RECEIPT_FAILED":
      return {
        text: "«Мой налог» отказал в чеке, выплата стоит. Отправьте чек ещё раз или верните деньги на баланс",
        isWarning: true,
        action: { key: "money", label: "Разобраться с выплатой" },
      };
    case "BANK_HELD":
      return {
        text: `Банк придержал перевод. ${who} подтверждает его в приложении банка или по телефону, обычно до двух дней (161-ФЗ). Деньги заморожены, повторять не нужно`,
        isWarning: true,
        ...review,
      };
    case "RETURNED":
    case "FAILED":
      return {
        text: "Деньги не дошли до исполнителя. Повторите выплату, когда он проверит реквизиты, или верните деньги на баланс",
        isWarning: true,
        action: { key: "money", label: "Разобраться с выплатой" },
      };
    case "PAID":
      return {
        text: `Задание завершено и оплачено: ${who} получил ${formatRubles(chosen.amount)}`,
        ...review,
      };
    case undefined:
    case "CANCELED":
      return { text: isPaid ? "Задание завершено" : "Задание завершено без оплаты", ...review };
    default:
      return {
        text: "Результат принят, выплата в пути. Чек и деньги придут без вашего участия",
        ...review,
      };
  }
}

function when(
  isAllowed: boolean,
  key: NextAction,
  label: string,
): { action?: NonNullable<NextStep["action"]> } {
  return isAllowed ? { action: { key, label } } : {};
}

function reasonText(reason: { readonly title: string } | null, comment: string | null): string {
  const text = [reason?.title, comment].filter(Boolean).join(". ");
  return text === "" ? "" : `: ${text}`;
}
