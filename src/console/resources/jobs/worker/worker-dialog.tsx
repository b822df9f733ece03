import { REASONS } from "#contract/definitions/reasons.ts";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#console/format/money.ts";
import { ChangedTerms } from "#console/ui/changed-terms.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";
import { useConsent } from "#console/ui/use-consent.ts";
import { CommentCall, ConfirmCall, ReasonCall } from "./call-dialogs.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { SignDialog } from "./sign-dialog.tsx";
import type { OwnWork } from "./use-own-work.ts";
import type { WorkerAction } from "./worker-actions.ts";

interface Window {
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Reads the job and the work again. */
  readonly onStale: () => void;
}

interface WorkerDialogProps extends Window {
  readonly action: WorkerAction;
  readonly job: Job;
  readonly work: OwnWork;
}

/** The window of an action, with the terms as they were when it opened: what changes meanwhile is said, and agreed to only after it was shown. */
export function WorkerDialog({ action, job, work, ...window }: WorkerDialogProps) {
  const { shown, changes, review } = useConsent({ job, work }, (one) => consentVersion(action, one));
  if (changes === null) return <ActionDialog action={action} {...shown} {...window} />;
  return (
    <LightDialog title="Условия изменились" onClose={window.onClose}>
      <ChangedTerms changes={changes} onReview={review} />
    </LightDialog>
  );
}

/** What the action agrees to; "" for an action that agrees to nothing new. */
export function consentVersion(action: WorkerAction, { job, work: { offer, invite } }: { readonly job: Job; readonly work: OwnWork }): string {
  if (action === "answer") return job.version;
  if (action === "accept-invite") return invite?.version ?? "";
  if (action === "start" || action === "agree" || action === "disagree") return offer?.version ?? "";
  return "";
}

/** What the action was for may be gone meanwhile, because the page is live: then there is no window. */
function ActionDialog({ action, job, work: { offer, invite, act }, ...window }: WorkerDialogProps) {
  switch (action) {
    case "answer":
      return <OfferDialog job={job} offer={null} {...window} />;
    case "update":
      return offer && <OfferDialog job={job} offer={offer} {...window} />;
    case "cancel":
      return (
        offer && (
          <ReasonCall
            {...window}
            {...(offer.state.id === "ACCEPTED" ? REFUSING : WITHDRAWING)}
            endpoint={jobOfferEndpoints.cancel}
            reasons={REASONS.declineByWorkman.definitions}
            commentHint={SEEN_BY_CUSTOMER}
            input={(reasonID, comment) => ({ body: { jobOfferID: offer.id, reasonID, comment } })}
          />
        )
      );
    case "start":
      return (
        offer && (
          <ConfirmCall {...window} title="Приступить к заданию" submitTitle="Приступить" endpoint={jobOfferEndpoints.start} done="Вы приступили к заданию" input={{ body: { jobOfferID: offer.id, version: offer.version } }}>
            Заказчик узнает, что вы начали работу. После этого отказаться от задания нельзя
          </ConfirmCall>
        )
      );
    case "finish":
      return (
        offer && (
          <CommentCall
            {...window}
            title="Завершить задание"
            submitTitle="Завершить"
            endpoint={jobOfferEndpoints.finish}
            done="Заказчик узнает, что задание выполнено"
            commentHint="Что сделано и где посмотреть результат; можно не заполнять"
            input={(comment) => ({ body: { jobOfferID: offer.id, comment } })}
          >
            Заказчик примет результат или предложит изменить выплату. Сейчас к выплате {formatRubles(offer.amount)}
          </CommentCall>
        )
      );
    case "agree":
      return (
        offer?.arbitration && (
          <ConfirmCall {...window} title="Согласиться на новую сумму" submitTitle="Согласиться" endpoint={jobOfferEndpoints.arbitrationAccept} done="Новая сумма согласована" input={{ body: { jobOfferID: offer.id, version: offer.version } }}>
            {agreement(offer.arbitration)} Отменить согласие нельзя
          </ConfirmCall>
        )
      );
    case "disagree":
      return (
        offer && (
          <CommentCall
            {...window}
            title="Не согласиться на новую сумму"
            submitTitle="Не согласиться"
            endpoint={jobOfferEndpoints.arbitrationDecline}
            done="Заказчик узнает, что вы не согласны"
            commentHint="Напишите заказчику, почему сумма должна остаться прежней"
            input={(comment) => ({ body: { jobOfferID: offer.id, comment, version: offer.version } })}
          >
            Выплата останется {formatRubles(offer.amount)}, пока вы с заказчиком не договоритесь
          </CommentCall>
        )
      );
    case "accept-invite":
      return (
        invite && (
          <ConfirmCall {...window} title="Принять приглашение" submitTitle="Принять" endpoint={jobInviteEndpoints.accept} done="Вы приняли приглашение" input={{ params: { id: invite.id }, body: { version: invite.version } }}>
            Вы возьмётесь за задание за {formatRubles(invite.job.budget)}, и заказчик сразу заморозит эти деньги. До начала работы от задания можно отказаться
          </ConfirmCall>
        )
      );
    case "decline-invite":
      return (
        invite && (
          <ReasonCall
            {...window}
            title="Отклонить приглашение"
            submitTitle="Отклонить"
            endpoint={jobInviteEndpoints.decline}
            done="Приглашение отклонено"
            reasons={REASONS.declineByWorkman.definitions}
            commentHint={SEEN_BY_CUSTOMER}
            input={(reasonID, comment) => ({ params: { id: invite.id }, body: { reasonID, comment } })}
          />
        )
      );
    case "sign":
      return act && <SignDialog act={act} {...window} />;
    case "refuse":
      return (
        act && (
          <ReasonCall
            {...window}
            title="Отказаться подписывать акт"
            submitTitle="Отказаться"
            endpoint={jobDocumentEndpoints.reject}
            done="Заказчик узнает, что вы не подписали акт"
            reasons={REASONS.actReject.definitions}
            commentHint="Что исправить в акте: заказчик увидит причину и комментарий"
            input={(reasonID, comment) => ({ params: { id: act.id }, body: { reasonID, comment } })}
          >
            Без подписанного акта выплаты не будет: заказчик исправит акт или откажется платить
          </ReasonCall>
        )
      );
  }
}

const SEEN_BY_CUSTOMER = "Заказчик увидит причину и комментарий";

const REFUSING = {
  title: "Отказаться от задания",
  submitTitle: "Отказаться",
  done: "Вы отказались от задания",
  children: "Заказчик уже выбрал вас. Задание вернётся в поиск, и его сможет взять другой исполнитель",
} as const;

const WITHDRAWING = {
  title: "Отозвать отклик",
  submitTitle: "Отозвать",
  done: "Отклик отозван",
  children: "Заказчик больше не сможет выбрать вас. Пока задание открыто, откликнуться можно снова",
} as const;

function agreement({ amount, newAmount }: NonNullable<JobOffer["arbitration"]>): string {
  const before = `Вместо ${formatRubles(amount)}`;
  return newAmount === 0 ? `${before} выплаты не будет, задание закроется без оплаты.` : `${before} вы получите ${formatRubles(newAmount)}, результат будет принят сразу.`;
}
