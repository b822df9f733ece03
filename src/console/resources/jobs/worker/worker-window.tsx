import type { IdOf } from "#contract/definitions/define-enumeration.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#console/format/money.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { ChangedTerms } from "#console/ui/changed-terms.tsx";
import { useConsent } from "#console/ui/use-consent.ts";
import { OfferWindow } from "./offer-window.tsx";
import { SignWindow } from "./sign-window.tsx";
import type { OwnWork } from "./use-own-work.ts";
import type { WorkerAction } from "./worker-actions.ts";

interface Window {
  readonly onClose: () => void;
  /** Reads the job and the work again. */
  readonly onSettled: () => void;
}

interface WorkerWindowProps extends Window {
  readonly action: WorkerAction;
  readonly job: Job;
  readonly work: OwnWork;
}

/** The window of an action, with the terms as they were when it opened: what changes meanwhile is said, and agreed to only after it was shown. */
export function WorkerWindow({ action, job, work, ...window }: WorkerWindowProps) {
  const { shown, changes, review } = useConsent({ job, work }, (one) => consentVersion(action, one));
  if (changes === null) return <ActionWindow action={action} {...shown} {...window} />;
  return (
    <ModalFrame title="Условия изменились" onClose={window.onClose}>
      <ChangedTerms changes={changes} onReview={review} />
    </ModalFrame>
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
function ActionWindow({ action, job, work: { offer, invite, act }, ...events }: WorkerWindowProps) {
  const window = { ...events, backTitle: "Закрыть" };
  switch (action) {
    case "answer":
      return <OfferWindow job={job} offer={null} {...events} />;
    case "update":
      return offer && <OfferWindow job={job} offer={offer} {...events} />;
    case "cancel":
      return (
        offer && (
          <ActionModal
            {...window}
            {...(offer.state.id === "ACCEPTED" ? REFUSING : WITHDRAWING)}
            endpoint={jobOfferEndpoints.cancel}
            reasons={REASONS.declineByWorkman.definitions}
            comment={SEEN_BY_CUSTOMER}
            input={({ reasonID = "", comment }) => ({ body: { jobOfferID: offer.id, reasonID: reasonID as RefusalReason, comment } })}
          />
        )
      );
    case "start":
      return (
        offer && (
          <ActionModal
            {...window}
            title="Приступить к заданию"
            submitTitle="Приступить"
            sentence="Заказчик узнает, что вы начали работу. После этого отказаться от задания нельзя"
            endpoint={jobOfferEndpoints.start}
            done="Вы приступили к заданию"
            input={() => ({ body: { jobOfferID: offer.id, version: offer.version } })}
          />
        )
      );
    case "finish":
      return (
        offer && (
          <ActionModal
            {...window}
            title="Завершить задание"
            submitTitle="Завершить"
            sentence={`Заказчик примет результат или предложит изменить выплату. Сейчас к выплате ${formatRubles(offer.amount)}`}
            endpoint={jobOfferEndpoints.finish}
            done="Заказчик узнает, что задание выполнено"
            comment={{ hint: "Что сделано и где посмотреть результат; можно не заполнять" }}
            input={({ comment }) => ({ body: { jobOfferID: offer.id, comment } })}
          />
        )
      );
    case "agree":
      return (
        offer?.arbitration && (
          <ActionModal
            {...window}
            title="Согласиться на новую сумму"
            submitTitle="Согласиться"
            sentence={`${agreement(offer.arbitration)} Отменить согласие нельзя`}
            endpoint={jobOfferEndpoints.arbitrationAccept}
            done="Новая сумма согласована"
            input={() => ({ body: { jobOfferID: offer.id, version: offer.version } })}
          />
        )
      );
    case "disagree":
      return (
        offer && (
          <ActionModal
            {...window}
            title="Не согласиться на новую сумму"
            submitTitle="Не согласиться"
            sentence={`Выплата останется ${formatRubles(offer.amount)}, пока вы с заказчиком не договоритесь`}
            endpoint={jobOfferEndpoints.arbitrationDecline}
            done="Заказчик узнает, что вы не согласны"
            comment={{ hint: "Напишите заказчику, почему сумма должна остаться прежней" }}
            input={({ comment }) => ({ body: { jobOfferID: offer.id, comment, version: offer.version } })}
          />
        )
      );
    case "accept-invite":
      return (
        invite && (
          <ActionModal
            {...window}
            title="Принять приглашение"
            submitTitle="Принять"
            sentence={`Вы возьмётесь за задание за ${formatRubles(invite.job.budget)}, и заказчик сразу заморозит эти деньги. До начала работы от задания можно отказаться`}
            endpoint={jobInviteEndpoints.accept}
            done="Вы приняли приглашение"
            input={() => ({ params: { id: invite.id }, body: { version: invite.version } })}
          />
        )
      );
    case "decline-invite":
      return (
        invite && (
          <ActionModal
            {...window}
            title="Отклонить приглашение"
            submitTitle="Отклонить"
            endpoint={jobInviteEndpoints.decline}
            done="Приглашение отклонено"
            reasons={REASONS.declineByWorkman.definitions}
            comment={SEEN_BY_CUSTOMER}
            input={({ reasonID = "", comment }) => ({ params: { id: invite.id }, body: { reasonID: reasonID as RefusalReason, comment } })}
          />
        )
      );
    case "sign":
      return act && <SignWindow act={act} {...events} />;
    case "refuse":
      return (
        act && (
          <ActionModal
            {...window}
            title="Отказаться подписывать акт"
            submitTitle="Отказаться"
            isDangerous
            sentence="Без подписанного акта выплаты не будет: заказчик исправит акт или откажется платить"
            endpoint={jobDocumentEndpoints.reject}
            done="Заказчик узнает, что вы не подписали акт"
            reasons={REASONS.actReject.definitions}
            comment={{ hint: "Что исправить в акте: заказчик увидит причину и комментарий" }}
            input={({ reasonID = "", comment }) => ({ params: { id: act.id }, body: { reasonID: reasonID as ActRefusalReason, comment } })}
          />
        )
      );
  }
}

type RefusalReason = IdOf<typeof REASONS.declineByWorkman>;
type ActRefusalReason = IdOf<typeof REASONS.actReject>;

const SEEN_BY_CUSTOMER = { hint: "Заказчик увидит причину и комментарий" } as const;

const REFUSING = {
  title: "Отказаться от задания",
  submitTitle: "Отказаться",
  done: "Вы отказались от задания",
  sentence: "Заказчик уже выбрал вас. Задание вернётся в поиск, и его сможет взять другой исполнитель",
  isDangerous: true,
} as const;

const WITHDRAWING = {
  title: "Отозвать отклик",
  submitTitle: "Отозвать",
  done: "Отклик отозван",
  sentence: "Заказчик больше не сможет выбрать вас. Пока задание открыто, откликнуться можно снова",
  isDangerous: true,
} as const;

function agreement({ amount, newAmount }: NonNullable<JobOffer["arbitration"]>): string {
  const before = `Вместо ${formatRubles(amount)}`;
  return newAmount === 0 ? `${before} выплаты не будет, задание закроется без оплаты.` : `${before} вы получите ${formatRubles(newAmount)}, результат будет принят сразу.`;
}
