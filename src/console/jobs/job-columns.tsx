import { Badge } from "antd";
import type { JobCard } from "#contract/jobs/job.ts";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { PAYOUT_STATE, type PayoutState } from "#contract/payouts/payout-states.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

/** Links to the own or accepted offer's chat, else to the offers. */
const unread = column.text<JobCard>(
  "unread",
  "Чат",
  ({ id, title: text, unreadMessagesCount: count, myOffer, acceptedJobOffer: chosen }) => {
    const offerId = (myOffer ?? chosen)?.id;
    return count > 0 ? (
      <PageLink
        to={offerId === undefined ? `/jobs/${id}` : `/jobs/${id}?chat=${offerId}`}
        aria-label={`${text}: непрочитанных сообщений ${count}`}
      >
        <Badge count={count} size="small" />
      </PageLink>
    ) : null;
  },
  { width: 60 },
);
const ident = column.text<JobCard>(
  "jobIdent",
  "№",
  ({ jobIdent }) => <span className="num">{jobIdent}</span>,
  { width: 84, isHidden: "narrow" },
);
const title = column.link<JobCard>(
  "title",
  "Задание",
  ({ id, title: text }) => ({ to: `/jobs/${id}`, text }),
  { isFixed: true, part: "name" },
);
const state = column.state<JobCard>(
  "state",
  "Состояние",
  ({ state: { id, title: text }, acceptedJobOffer: offer }) => ({
    title: text,
    tone: JOB_STATE.tones[id],
    hint: offer?.state.id === "ARBITRATION" ? offer.state.title : undefined,
  }),
  { states: JOB_STATE },
);
const service = column.text<JobCard>("service", "Услуга", (job) => job.service.title, {
  isHidden: true,
});
const city = column.text<JobCard>("city", "Город", (job) => job.city?.title ?? "Удалённо", {
  isHidden: true,
});
const finish = column.date<JobCard>("finishDate", "Срок", ({ finishDate }) => finishDate, {
  sortField: "finishDate",
  isDay: true,
  part: "day",
});

export function companyColumns(
  actionsOf: (job: JobCard) => readonly RowAction[],
): ListColumn<JobCard>[] {
  return [
    title,
    ident,
    state,
    column.person("workman", "Исполнитель", ({ acceptedJobOffer: offer }) => offer?.workman, {
      width: 150,
    }),
    unread,
    column.text("offers", "Отклики", ({ offersCount }) => offersCount || null, {
      align: "right",
      width: 92,
      isHidden: "narrow",
    }),
    column.money(
      "budget",
      "Сумма",
      ({ budget, acceptedJobOffer: offer }) => offer?.amount ?? budget,
      { sortField: "budget" },
    ),
    finish,
    column.text("project", "Проект", ({ project }) => project?.title, { isHidden: true }),
    column.text("invites", "Приглашено", ({ invitesCount }) => invitesCount || null, {
      align: "right",
      isHidden: true,
    }),
    service,
    city,
    column.tags("tags", "Теги", ({ tags }) => tags, { isHidden: true }),
    column.text(
      "act",
      "Акт",
      ({ acceptedJobOffer: offer }) =>
        offer?.act && `№ ${offer.act.number}: ${offer.act.state.title.toLowerCase()}`,
      { isHidden: true },
    ),
    column.state(
      "payout",
      "Выплата",
      ({ acceptedJobOffer: offer }) =>
        offer?.payout
          ? { title: offer.payout.state.title, tone: PAYOUT_STATE.tones[offer.payout.state.id] }
          : null,
      { states: PAYOUT_STATE, isHidden: true },
    ),
    column.date("createdDate", "Создано", ({ createdDate }) => createdDate, {
      sortField: "createdDate",
      isDay: true,
      isHidden: true,
    }),
    column.date("publishedDate", "Опубликовано", ({ publishedDate }) => publishedDate, {
      sortField: "publishedDate",
      isDay: true,
      isHidden: true,
    }),
    column.actions(({ title: name }) => name, actionsOf),
  ];
}

export function workmanColumns(
  actionsOf: (job: JobCard) => readonly RowAction[],
): ListColumn<JobCard>[] {
  return [
    title,
    column.text("next", "Что дальше", (job) => nextStep(job), {
      width: 264,
      part: "state",
    }),
    unread,
    column.state(
      "offer",
      "Отклик",
      ({ myOffer }) =>
        myOffer && { title: myOffer.state.title, tone: JOB_OFFER_STATE.tones[myOffer.state.id] },
      { states: JOB_OFFER_STATE, isHidden: "narrow" },
    ),
    column.text("invite", "Приглашение", ({ myInvite }) => myInvite?.state.title, {
      isHidden: true,
    }),
    column.money("amount", "Сумма", ({ budget, myOffer }) => myOffer?.amount ?? budget, {
      sortField: "budget",
    }),
    column.link("account", "Заказчик", ({ account }) => ({
      to: `/accounts/${account.id}`,
      text: account.companyDetailsName,
    })),
    finish,
    { ...ident, isHidden: true },
    service,
    city,
    column.actions(({ title: name }) => name, actionsOf),
  ];
}

const PAYOUT_NEXT: Readonly<Record<PayoutState, string>> = {
  NEW: "Выплата готовится",
  HELD: "Выплата готовится",
  ACT_PENDING: "Подпишите акт",
  RECEIPT_PENDING: "Выплата готовится",
  RECEIPT_FAILED: "Деньги не дошли, откройте задание",
  READY: "Выплата в пути",
  SENT: "Выплата в пути",
  BANK_HELD: "Банк придержал перевод",
  PAID: "Оплачено",
  RETURNED: "Деньги не дошли, откройте задание",
  FAILED: "Деньги не дошли, откройте задание",
  CANCELED: "Выплата отменена",
};

/** The worker's task, or whom he waits for. */
function nextStep({
  state: job,
  myOffer,
  myInvite,
  acceptedJobOffer: chosen,
}: Pick<JobCard, "state" | "myOffer" | "myInvite" | "acceptedJobOffer">): string {
  switch (myOffer?.state.id) {
    case "CREATED":
      return "Заказчик рассматривает отклик";
    case "ACCEPTED":
      return "Приступите к заданию";
    case "INPROGRESS":
      return "Выполните и сдайте результат";
    case "COMPLETED":
      return "Заказчик проверяет результат";
    case "ARBITRATION":
      return "Ответьте на новую сумму";
    case "RESULTACCEPTED":
    case "FINISHED":
      return chosen?.payout ? PAYOUT_NEXT[chosen.payout.state.id] : "Заказчик принял результат";
    default:
      break;
  }
  if ((myInvite?.state.id === "SENT" || myInvite?.state.id === "VIEWED") && job.id === "PUBLISHED")
    return "Ответьте на приглашение";
  if (myOffer) return `Отклик: ${myOffer.state.title.toLowerCase()}`;
  return myInvite ? `Приглашение: ${myInvite.state.title.toLowerCase()}` : job.title;
}
