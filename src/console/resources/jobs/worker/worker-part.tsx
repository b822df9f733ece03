import { useState } from "react";
import { createPortal } from "react-dom";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#console/format/money.ts";
import { askEndpoint } from "#console/providers/data/call-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { saveFile } from "#console/providers/data/save-file.ts";
import { toast } from "#console/providers/toasts.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { useOwnWork } from "./use-own-work.ts";
import { nextStep, workerButtons, type WorkerAction } from "./worker-actions.ts";
import { WorkerDialog } from "./worker-dialog.tsx";
import "./worker-part.css";

interface WorkerPartProps {
  readonly job: Job;
  readonly onChanged: () => void;
}

/** What a worker does with a job: answers it, works, agrees on the sum, signs. */
export function WorkerPart({ job, onChanged }: WorkerPartProps) {
  const { work, isLoading, failure } = useOwnWork(job);
  const [open, setOpen] = useState<WorkerAction | null>(null);
  const { offer, invite, act } = work;
  const next = nextStep(work);
  const handleDone = () => {
    setOpen(null);
    onChanged();
  };
  return (
    <div className="worker-part" aria-busy={isLoading}>
      {failure === null ? null : (
        <p role="alert">
          {failure}{" "}
          <LightButton look="link" onClick={onChanged}>
            Повторить
          </LightButton>
        </p>
      )}
      {invite ? <InviteWords invite={invite} /> : null}
      {next === null ? null : <p className="muted">{next}</p>}
      {offer ? <OfferWords offer={offer} /> : null}
      {act ? <ActLink act={act} /> : null}
      {workerButtons(job, work).map(({ action, title, isMain }) => (
        <LightButton key={action} look={isMain ? "main" : "plain"} onClick={() => setOpen(action)}>
          {title}
        </LightButton>
      ))}
      {/* Outside the card, whose buttons and paragraphs have looks of their own. */}
      {open === null ? null : createPortal(<WorkerDialog key={open} action={open} job={job} work={work} onClose={() => setOpen(null)} onDone={handleDone} onStale={onChanged} />, document.body)}
    </div>
  );
}

function InviteWords({ invite: { message, expiresAt, job } }: { readonly invite: JobInvite }) {
  return (
    <div className="notice-line">
      <p>
        Вас пригласили в это задание за {formatRubles(job.budget)}. Ответьте до <DateText value={expiresAt} />
      </p>
      {message === null ? null : <p>«{message}»</p>}
    </div>
  );
}

function OfferWords({ offer: { arbitration, state, message, declineReason, declineComment, rejectReason, rejectComment, payout, receipt } }: { readonly offer: JobOffer }) {
  const [why, comment] = rejectReason ? [rejectReason, rejectComment] : [declineReason, declineComment];
  return (
    <>
      {arbitration && state.id === "ARBITRATION" ? (
        <div className="notice-line" data-kind="warning">
          <p>
            Заказчик предлагает изменить выплату: <b className="num">{formatRubles(arbitration.amount)}</b> → <b className="num">{formatRubles(arbitration.newAmount)}</b>
          </p>
          <p>{[`Причина: ${arbitration.reason.title.toLowerCase()}`, arbitration.comment].filter(Boolean).join(". ")}</p>
        </div>
      ) : null}
      {why ? <p className="muted">Причина: {[why.title, comment].filter(Boolean).join(". ")}</p> : null}
      {message === null ? null : <p className="worker-message">Ваше сообщение: {message}</p>}
      {payout ? <p>Выплата: {payout.state.title.toLowerCase()}</p> : null}
      {receipt?.link ? (
        <p>
          <a href={receipt.link} target="_blank" rel="noreferrer">
            Чек
          </a>
          : {receipt.state.title.toLowerCase()}
        </p>
      ) : null}
    </>
  );
}

function isSigned({ state }: JobDocument): boolean {
  return state.id === "SIGNED" || state.id === "AUTO_SIGNED";
}

/** Nobody should sign what he cannot read; what he has signed stays his to keep. */
function ActLink({ act }: { readonly act: JobDocument }) {
  const [isLoading, setIsLoading] = useState(false);
  const handleDownload = async () => {
    setIsLoading(true);
    try {
      const answer = await askEndpoint(jobDocumentEndpoints.file, { params: { id: act.id } });
      saveFile(await answer.blob(), answer.headers.get("content-disposition") ?? "");
    } catch (thrown) {
      toast({ type: "error", message: asHttpError(thrown).message });
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <p>
      Акт № {act.number}
      {act.amount === null ? "" : ` на ${formatRubles(act.amount)}`}: {act.state.title.toLowerCase()}{" "}
      <LightButton look="link" isBusy={isLoading} onClick={() => void handleDownload()}>
        {isSigned(act) ? "Скачать PDF с листом подписей" : "Скачать PDF"}
      </LightButton>
    </p>
  );
}
