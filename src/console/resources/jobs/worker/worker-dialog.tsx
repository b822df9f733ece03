import { REASONS } from "#contract/definitions/reasons.ts";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#console/format/money.ts";
import { problemText, useCall } from "#console/providers/data/use-call.ts";
import { CommentDialog } from "#console/ui/light/comment-dialog.tsx";
import { ConfirmDialog } from "#console/ui/light/confirm-dialog.tsx";
import { ReasonDialog } from "#console/ui/light/reason-dialog.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { SignDialog } from "./sign-dialog.tsx";
import type { OwnWork } from "./use-own-work.ts";
import type { WorkerAction } from "./worker-actions.ts";

interface Window {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface WorkerDialogProps extends Window {
  readonly action: WorkerAction;
  readonly job: Job;
  readonly work: OwnWork;
}

const COMMENT = ["comment"] as const;

/** The window of an action. What the action was for may be gone meanwhile, because the page is live: then there is no window. */
export function WorkerDialog({ action, job, work: { offer, invite, act }, ...window }: WorkerDialogProps) {
  if (action === "answer") return <OfferDialog job={job} offer={null} {...window} />;
  if (action === "update") return offer && <OfferDialog job={job} offer={offer} {...window} />;
  if (action === "cancel") return offer && <CancelOffer offer={offer} {...window} />;
  if (action === "start") return offer && <StartWork offer={offer} {...window} />;
  if (action === "finish") return offer && <FinishWork offer={offer} {...window} />;
  if (action === "agree") return offer && <Agree offer={offer} {...window} />;
  if (action === "disagree") return offer && <Disagree offer={offer} {...window} />;
  if (action === "accept-invite") return invite && <AcceptInvite invite={invite} {...window} />;
  if (action === "decline-invite") return invite && <DeclineInvite invite={invite} {...window} />;
  if (action === "sign") return act && <SignDialog act={act} {...window} />;
  return act && <RefuseAct act={act} {...window} />;
}

function CancelOffer({ offer, onClose, onDone }: Window & { readonly offer: JobOffer }) {
  const isAccepted = offer.state.id === "ACCEPTED";
  const { run, isRunning, problem } = useCall(jobOfferEndpoints.cancel, isAccepted ? "Вы отказались от задания" : "Отклик отозван");
  return (
    <ReasonDialog
      title={isAccepted ? "Отказаться от задания" : "Отозвать отклик"}
      submitTitle={isAccepted ? "Отказаться" : "Отозвать"}
      reasons={REASONS.declineByWorkman.definitions}
      commentHint="Заказчик увидит причину и комментарий"
      commentErrors={problem?.errors?.["comment"]}
      message={problemText(problem, COMMENT)}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={(reasonID, comment) => run({ body: { jobOfferID: offer.id, reasonID, comment } }).then(onDone)}
    >
      {isAccepted ? "Заказчик уже выбрал вас. Задание вернётся в поиск, и его сможет взять другой исполнитель" : "Заказчик больше не сможет выбрать вас. Пока задание открыто, откликнуться можно снова"}
    </ReasonDialog>
  );
}

function StartWork({ offer, onClose, onDone }: Window & { readonly offer: JobOffer }) {
  const { run, isRunning, problem } = useCall(jobOfferEndpoints.start, "Вы приступили к заданию");
  return (
    <ConfirmDialog title="Приступить к заданию" submitTitle="Приступить" isBusy={isRunning} message={problemText(problem)} onClose={onClose} onConfirm={() => run({ body: { jobOfferID: offer.id } }).then(onDone)}>
      Заказчик узнает, что вы начали работу. После этого отказаться от задания нельзя
    </ConfirmDialog>
  );
}

function FinishWork({ offer, onClose, onDone }: Window & { readonly offer: JobOffer }) {
  const { run, isRunning, problem } = useCall(jobOfferEndpoints.finish, "Заказчик узнает, что задание выполнено");
  return (
    <CommentDialog
      title="Завершить задание"
      submitTitle="Завершить"
      commentHint="Что сделано и где посмотреть результат; можно не заполнять"
      commentErrors={problem?.errors?.["comment"]}
      message={problemText(problem, COMMENT)}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={(comment) => run({ body: { jobOfferID: offer.id, comment } }).then(onDone)}
    >
      Заказчик примет результат или предложит изменить выплату. Сейчас к выплате {formatRubles(offer.amount)}
    </CommentDialog>
  );
}

function Agree({ offer: { id, arbitration }, onClose, onDone }: Window & { readonly offer: JobOffer }) {
  const { run, isRunning, problem } = useCall(jobOfferEndpoints.arbitrationAccept, "Новая сумма согласована");
  if (!arbitration) return null;
  const { amount, newAmount } = arbitration;
  return (
    <ConfirmDialog title="Согласиться на новую сумму" submitTitle="Согласиться" isBusy={isRunning} message={problemText(problem)} onClose={onClose} onConfirm={() => run({ body: { jobOfferID: id } }).then(onDone)}>
      {newAmount === 0 ? `Вместо ${formatRubles(amount)} выплаты не будет, задание закроется без оплаты. ` : `Вместо ${formatRubles(amount)} вы получите ${formatRubles(newAmount)}, результат будет принят сразу. `}
      Отменить согласие нельзя
    </ConfirmDialog>
  );
}

function Disagree({ offer, onClose, onDone }: Window & { readonly offer: JobOffer }) {
  const { run, isRunning, problem } = useCall(jobOfferEndpoints.arbitrationDecline, "Заказчик узнает, что вы не согласны");
  return (
    <CommentDialog
      title="Не согласиться на новую сумму"
      submitTitle="Не согласиться"
      commentHint="Напишите заказчику, почему сумма должна остаться прежней"
      commentErrors={problem?.errors?.["comment"]}
      message={problemText(problem, COMMENT)}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={(comment) => run({ body: { jobOfferID: offer.id, comment } }).then(onDone)}
    >
      Выплата останется {formatRubles(offer.amount)}, пока вы с заказчиком не договоритесь
    </CommentDialog>
  );
}

function AcceptInvite({ invite, onClose, onDone }: Window & { readonly invite: JobInvite }) {
  const { run, isRunning, problem } = useCall(jobInviteEndpoints.accept, "Вы приняли приглашение");
  return (
    <ConfirmDialog title="Принять приглашение" submitTitle="Принять" isBusy={isRunning} message={problemText(problem)} onClose={onClose} onConfirm={() => run({ params: { id: invite.id } }).then(onDone)}>
      Вы возьмётесь за задание за {formatRubles(invite.job.budget)}, и заказчик сразу заморозит эти деньги. До начала работы от задания можно отказаться
    </ConfirmDialog>
  );
}

function DeclineInvite({ invite, onClose, onDone }: Window & { readonly invite: JobInvite }) {
  const { run, isRunning, problem } = useCall(jobInviteEndpoints.decline, "Приглашение отклонено");
  return (
    <ReasonDialog
      title="Отклонить приглашение"
      submitTitle="Отклонить"
      reasons={REASONS.declineByWorkman.definitions}
      commentHint="Заказчик увидит причину и комментарий"
      commentErrors={problem?.errors?.["comment"]}
      message={problemText(problem, COMMENT)}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={(reasonID, comment) => run({ params: { id: invite.id }, body: { reasonID, comment } }).then(onDone)}
    />
  );
}

function RefuseAct({ act, onClose, onDone }: Window & { readonly act: JobDocument }) {
  const { run, isRunning, problem } = useCall(jobDocumentEndpoints.reject, "Заказчик узнает, что вы не подписали акт");
  return (
    <ReasonDialog
      title="Отказаться подписывать акт"
      submitTitle="Отказаться"
      reasons={REASONS.actReject.definitions}
      commentHint="Что исправить в акте: заказчик увидит причину и комментарий"
      commentErrors={problem?.errors?.["comment"]}
      message={problemText(problem, COMMENT)}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={(reasonID, comment) => run({ params: { id: act.id }, body: { reasonID, comment } }).then(onDone)}
    >
      Без подписанного акта выплаты не будет: заказчик исправит акт или откажется платить
    </ReasonDialog>
  );
}
