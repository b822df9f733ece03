import { Alert, Button, Flex, Typography } from "antd";
import { Suspense, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#web/format/money.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { ChatButton, ResultFiles } from "#console/job-offers/parts.ts";
import { UrgentList } from "#console/urgent/index.tsx";
import { PayoutSteps } from "#console/kit/payout-steps.tsx";
import { EarningText } from "#console/workman-taxes/parts.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { actRefuseWindow } from "./act-refuse-modal.tsx";
import { finishWindow } from "./finish-modal.tsx";
import { useOwnWork } from "./use-own-work.ts";
import {
  nextStep,
  workmanButtons,
  type WorkmanAction,
  type WorkmanButton,
} from "./workman-actions.ts";

interface WorkmanPartProps {
  readonly job: Job;
  readonly onChanged: () => void;
  /** Where a phone has the main command in sight, beside how the job stands. */
  readonly pinnedTo: HTMLElement | null;
  readonly standing: ReactNode;
}

const EARNING: ReadonlySet<string> = new Set([
  "CREATED",
  "ACCEPTED",
  "INPROGRESS",
  "COMPLETED",
  "ARBITRATION",
  "RESULTACCEPTED",
]);

export function WorkmanPart({ job, onChanged, pinnedTo, standing }: WorkmanPartProps) {
  const { work, isLoading, failure } = useOwnWork(job);
  const modal = useModal();
  const { offer, invite, act } = work;
  const next = nextStep(work);
  const sum =
    offer?.amount ??
    (invite || (job.permissions.createJobOffer && job.payType.id === "FIXED") ? job.budget : null);
  const isEarning =
    sum !== null && sum > 0 && !offer?.payout && (offer === null || EARNING.has(offer.state.id));
  const handlePress = (action: WorkmanAction) => {
    const onSettled = onChanged;
    if (action === "finish") {
      if (offer) modal.show(finishWindow(offer, onSettled));
    } else if (action === "refuse") {
      if (act) modal.show(actRefuseWindow(act, onSettled));
    } else if (action === "answer") modal.open("offer-create", { jobId: job.id, onSettled });
    else if (action === "sign")
      modal.open("act-sign", { documentIds: act ? [act.id] : [], onSettled });
    else if (action === "accept-invite" || action === "decline-invite") {
      if (invite)
        modal.open(action === "accept-invite" ? "invite-accept" : "invite-decline", {
          inviteId: invite.id,
          onSettled,
        });
    } else if (offer) {
      const offerId = offer.id;
      if (action === "update") modal.open("offer-create", { jobId: job.id, offerId, onSettled });
      else if (action === "cancel") modal.open("offer-cancel", { offerId, onSettled });
      else if (action === "start") modal.open("offer-start-execution", { offerId, onSettled });
      else
        modal.open("offer-arbitration", {
          offerId,
          step: action === "agree" ? "accept" : "decline",
          onSettled,
        });
    }
  };
  const buttons = workmanButtons(job, work);
  const main = pinnedTo === null ? undefined : buttons.find(({ isMain }) => isMain);
  const others = buttons.filter((one) => one !== main);
  return (
    <Flex vertical gap="small" aria-busy={isLoading}>
      {failure === null ? null : (
        <Alert
          type="error"
          role="alert"
          message={failure}
          action={<Button onClick={onChanged}>Повторить</Button>}
        />
      )}
      {offer?.payout ? (
        <Suspense>
          <UrgentList jobId={job.id} />
        </Suspense>
      ) : null}
      {offer?.payout ? <PayoutSteps payoutId={offer.payout.id} /> : null}
      {invite ? <InviteWords invite={invite} /> : null}
      {next === null ? null : <Typography.Text type="secondary">{next}</Typography.Text>}
      {isEarning ? (
        <EarningText
          amount={sum}
          finishDate={job.finishDate}
          acceptedAt={offer?.resultAcceptedAt}
        />
      ) : null}
      {offer ? <OfferWords offer={offer} /> : null}
      {act ? <ActLink act={act} /> : null}
      {offer ? <ChatButton offer={offer} size="large" block /> : null}
      {others.map((one) => (
        <ActionButton key={one.action} button={one} onPress={handlePress} />
      ))}
      {pinnedTo === null
        ? null
        : createPortal(
            <Flex component="section" aria-label="Ваш шаг" wrap align="center" gap="4px 12px">
              <div style={{ flex: "1 1 120px" }}>{standing}</div>
              {main ? <ActionButton button={main} onPress={handlePress} isPinned /> : null}
            </Flex>,
            pinnedTo,
          )}
    </Flex>
  );
}

interface ActionButtonProps {
  readonly button: WorkmanButton;
  readonly onPress: (action: WorkmanAction) => void;
  readonly isPinned?: boolean;
}

function ActionButton({
  button: { action, title, isMain },
  onPress,
  isPinned = false,
}: ActionButtonProps) {
  return (
    <Button
      block={!isPinned}
      size="large"
      type={isMain ? "primary" : "default"}
      style={isPinned ? { flex: "1 0 auto" } : undefined}
      onClick={() => onPress(action)}
    >
      {title}
    </Button>
  );
}

function InviteWords({ invite: { message, expiresAt, job } }: { readonly invite: JobInvite }) {
  return (
    <Alert
      type="info"
      message={
        <>
          Вас пригласили в это задание за {formatRubles(job.budget)}. Ответьте до{" "}
          <DateText value={expiresAt} />
        </>
      }
      description={message === null ? undefined : `«${message}»`}
    />
  );
}

function OfferWords({
  offer: {
    arbitration,
    state,
    message,
    finishComment,
    resultFiles,
    declineReason,
    declineComment,
    rejectReason,
    rejectComment,
    receipt,
  },
}: {
  readonly offer: JobOffer;
}) {
  const [why, comment] = rejectReason
    ? [rejectReason, rejectComment]
    : [declineReason, declineComment];
  return (
    <>
      {arbitration && state.id === "ARBITRATION" ? (
        <Alert
          type="warning"
          message={
            <span>
              Заказчик предлагает изменить выплату:{" "}
              <b className="num">{formatRubles(arbitration.amount)}</b> →{" "}
              <b className="num">{formatRubles(arbitration.newAmount)}</b>
            </span>
          }
          description={[`Причина: ${arbitration.reason.title.toLowerCase()}`, arbitration.comment]
            .filter(Boolean)
            .join(". ")}
        />
      ) : null}
      {why ? (
        <Typography.Text type="secondary">
          Причина: {[why.title, comment].filter(Boolean).join(". ")}
        </Typography.Text>
      ) : null}
      {message === null ? null : (
        <Typography.Text style={{ whiteSpace: "pre-line" }}>
          Ваше сообщение: {message}
        </Typography.Text>
      )}
      {finishComment === null ? null : (
        <Typography.Text style={{ whiteSpace: "pre-line" }}>
          О результате: {finishComment}
        </Typography.Text>
      )}
      {resultFiles.length > 0 ? <ResultFiles files={resultFiles} /> : null}
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
        {act.amount === null ? "" : ` на ${formatRubles(act.amount)}`}:{" "}
        {act.state.title.toLowerCase()}
      </Typography.Text>
      <Button block loading={isLoading} onClick={() => void handleDownload()}>
        {isSigned(act) ? "Скачать PDF с листом подписей" : "Скачать PDF"}
      </Button>
    </div>
  );
}
