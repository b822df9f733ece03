import type { Job } from "#contract/jobs/job.ts";
import type { OwnWork } from "./use-own-work.ts";

export type WorkmanAction =
  | "answer"
  | "update"
  | "cancel"
  | "start"
  | "finish"
  | "agree"
  | "disagree"
  | "accept-invite"
  | "decline-invite"
  | "sign"
  | "refuse";

export interface WorkmanButton {
  readonly action: WorkmanAction;
  readonly title: string;
  readonly isMain: boolean;
}

/** The primary one first. */
export function workmanButtons(job: Job, { offer, invite, act }: OwnWork): WorkmanButton[] {
  const flags = offer?.permissions;
  const isInvited = invite?.permissions.accept ?? false;
  const isPriceAsked = job.payType.id === "NEGOTIABLE";
  const isAccepted = offer?.state.id === "ACCEPTED";
  const buttons: (WorkmanButton | false | undefined)[] = [
    isInvited && { action: "accept-invite", title: "Принять приглашение", isMain: true },
    // A negotiable price allows an offer beside the invite.
    job.permissions.createJobOffer &&
      (!isInvited || isPriceAsked) && {
        action: "answer",
        title: isInvited ? "Предложить свою цену" : "Откликнуться",
        isMain: !isInvited,
      },
    invite?.permissions.decline && {
      action: "decline-invite",
      title: "Отклонить приглашение",
      isMain: false,
    },
    act?.permissions.sign && { action: "sign", title: "Подписать акт", isMain: true },
    act?.permissions.reject && { action: "refuse", title: "Отказаться подписывать", isMain: false },
    flags?.arbitrationAccept && {
      action: "agree",
      title: "Согласиться на новую сумму",
      isMain: true,
    },
    flags?.arbitrationDecline && { action: "disagree", title: "Не согласиться", isMain: false },
    flags?.startExecution && { action: "start", title: "Приступить", isMain: true },
    flags?.finishExecution && { action: "finish", title: "Завершить", isMain: true },
    flags?.update && { action: "update", title: "Изменить отклик", isMain: false },
    flags?.cancel && {
      action: "cancel",
      title: isAccepted ? "Отказаться от задания" : "Отозвать отклик",
      isMain: false,
    },
  ];
  return buttons.filter((one): one is WorkmanButton => typeof one === "object");
}

/** For a worker without a pending action. */
export function nextStep({ offer }: OwnWork): string | null {
  if (offer === null) return null;
  switch (offer.state.id) {
    case "CREATED":
      return "Заказчик рассмотрит отклик, и вам придёт уведомление";
    case "ACCEPTED":
      return "Заказчик выбрал вас и заморозил деньги. Нажмите «Приступить», когда начнёте работу";
    case "INPROGRESS":
      return "Когда закончите, нажмите «Завершить»: заказчик примет результат";
    case "COMPLETED":
      return "Ждём, когда заказчик примет результат";
    case "RESULTACCEPTED":
      // The line of the payout's steps says the rest.
      return "Заказчик принял результат";
    default:
      return null;
  }
}
