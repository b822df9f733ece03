import { Alert, Button, Flex, Typography } from "antd";
import { useState } from "react";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#console/format/money.ts";
import { useDownload } from "#console/providers/data/use-endpoint.ts";
import { ChatButton } from "#console/resources/job-offers/index.tsx";
import { DateText } from "#console/ui/date-text.tsx";
import { useOwnWork } from "./use-own-work.ts";
import { nextStep, workerButtons, type WorkerAction } from "./worker-actions.ts";
import { WorkerWindow } from "./worker-window.tsx";

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
  return (
    <Flex vertical gap="small" aria-busy={isLoading}>
      {failure === null ? null : <Alert type="error" role="alert" message={failure} action={<Button onClick={onChanged}>Повторить</Button>} />}
      {invite ? <InviteWords invite={invite} /> : null}
      {next === null ? null : <Typography.Text type="secondary">{next}</Typography.Text>}
      {offer ? <OfferWords offer={offer} /> : null}
      {act ? <ActLink act={act} /> : null}
      {offer ? <ChatButton offer={offer} size="large" block /> : null}
      {workerButtons(job, work).map(({ action, title, isMain }) => (
        <Button key={action} block size="large" type={isMain ? "primary" : "default"} onClick={() => setOpen(action)}>
          {title}
        </Button>
      ))}
      {open === null ? null : <WorkerWindow key={open} action={open} job={job} work={work} onClose={() => setOpen(null)} onSettled={onChanged} />}
    </Flex>
  );
}

function InviteWords({ invite: { message, expiresAt, job } }: { readonly invite: JobInvite }) {
  return (
    <Alert
      type="info"
      message={
        <>
          Вас пригласили в это задание за {formatRubles(job.budget)}. Ответьте до <DateText value={expiresAt} />
        </>
      }
      description={message === null ? undefined : `«${message}»`}
    />
  );
}

function OfferWords({ offer: { arbitration, state, message, declineReason, declineComment, rejectReason, rejectComment, payout, receipt } }: { readonly offer: JobOffer }) {
  const [why, comment] = rejectReason ? [rejectReason, rejectComment] : [declineReason, declineComment];
  return (
    <>
      {arbitration && state.id === "ARBITRATION" ? (
        <Alert
          type="warning"
          message={
            <span>
              Заказчик предлагает изменить выплату: <b className="num">{formatRubles(arbitration.amount)}</b> → <b className="num">{formatRubles(arbitration.newAmount)}</b>
            </span>
          }
          description={[`Причина: ${arbitration.reason.title.toLowerCase()}`, arbitration.comment].filter(Boolean).join(". ")}
        />
      ) : null}
      {why ? <Typography.Text type="secondary">Причина: {[why.title, comment].filter(Boolean).join(". ")}</Typography.Text> : null}
      {message === null ? null : <Typography.Text style={{ whiteSpace: "pre-line" }}>Ваше сообщение: {message}</Typography.Text>}
      {payout ? <Typography.Text>Выплата: {payout.state.title.toLowerCase()}</Typography.Text> : null}
      {receipt?.link ? (
        <Typography.Text>
          <Typography.Link href={receipt.link} target="_blank" rel="noreferrer">
            Чек
          </Typography.Link>
          : {receipt.state.title.toLowerCase()}
        </Typography.Text>
      ) : null}
    </>
  );
}

function isSigned({ state }: JobDocument): boolean {
  return state.id === "SIGNED" || state.id === "AUTO_SIGNED";
}

/** Nobody should sign what he cannot read; what he has signed stays his to keep. */
function ActLink({ act }: { readonly act: JobDocument }) {
  const download = useDownload(jobDocumentEndpoints.file);
  const [isLoading, setIsLoading] = useState(false);
  const handleDownload = async () => {
    setIsLoading(true);
    await download({ params: { id: act.id } });
    setIsLoading(false);
  };
  return (
    <div>
      <Typography.Text>
        Акт № {act.number}
        {act.amount === null ? "" : ` на ${formatRubles(act.amount)}`}: {act.state.title.toLowerCase()}
      </Typography.Text>
      <Button block loading={isLoading} onClick={() => void handleDownload()}>
        {isSigned(act) ? "Скачать PDF с листом подписей" : "Скачать PDF"}
      </Button>
    </div>
  );
}
