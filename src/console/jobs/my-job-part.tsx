import { Button, Flex, Typography } from "antd";
import { Suspense, useEffect, useRef } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#web/format/money.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { useMe } from "#web/session/session.ts";
import { PushOffer } from "#console/notices/parts.ts";
import { JobReviewsSection } from "#console/reviews/index.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { useLiveJob } from "./use-live-job.ts";
import { WorkmanPart } from "./workman/workman-part.tsx";

interface MyJobPartProps {
  readonly job: Job;
  readonly onChanged: () => void;
  /** At the bottom of a phone's screen. */
  readonly pin?: HTMLElement | null;
}

export default function MyJobPart({ job, onChanged, pin = null }: MyJobPartProps) {
  const me = useMe();
  const hasPage = useHasPage();
  const { open } = useModal();
  const status = useRef<HTMLParagraphElement>(null);
  useLiveJob(job, onChanged);
  const { text, to } = standingOf(job);
  const reason = reasonOf(job);
  const refusal =
    me.isWorkman && job.state.id === "PUBLISHED" && job.myInvite && !job.myOffer
      ? job.answerObstacle
      : null;
  const wasInside = useRef(false);
  // The pressed button is unmounted.
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body) status.current?.focus();
  }, [text]);
  const pinnedTo = useIsPhone() && me.isWorkman ? pin : null;
  const standing = (
    <p role="status" ref={status} tabIndex={-1}>
      {text}
    </p>
  );
  return (
    <Flex vertical gap="small" className="job-standing" onFocus={() => (wasInside.current = true)}>
      {pinnedTo === null ? standing : null}
      {reason === "" ? null : <Typography.Text type="secondary">{reason}</Typography.Text>}
      {refusal === null ? null : <Typography.Text>{refusal}</Typography.Text>}
      {me.isWorkman ? (
        <WorkmanPart job={job} onChanged={onChanged} pinnedTo={pinnedTo} standing={standing} />
      ) : null}
      {me.isWorkman && job.myOffer?.state.id === "CREATED" ? <PushOffer /> : null}
      {me.isWorkman ? (
        <Button block onClick={() => open("account", { accountId: job.account.id })}>
          О заказчике
        </Button>
      ) : null}
      {job.acceptedJobOffer && job.state.id === "FINISHED" && me.isWorkman ? (
        <Suspense>
          <JobReviewsSection
            jobId={job.id}
            account={job.account}
            workman={job.acceptedJobOffer.workman}
            side="workman"
            canReview={job.permissions.createAccountReview}
          />
        </Suspense>
      ) : null}
      <PageLink to={hasPage(to) ? to : "/profile"}>
        {hasPage(to) ? "Открыть в кабинете" : "Личный кабинет"}
      </PageLink>
    </Flex>
  );
}

/** Own work first, then what is open to the person. */
function standingOf({ state, permissions, visibility, myOffer, myInvite, answerObstacle }: Job): {
  readonly text: string;
  readonly to: string;
} {
  if (myOffer)
    return {
      text: `Ваш отклик: ${myOffer.state.title.toLowerCase()}, ${formatRubles(myOffer.amount)}`,
      to: "/profile/jobs/workman-offer",
    };
  if (myInvite)
    return {
      text: `Ваше приглашение: ${myInvite.state.title.toLowerCase()}`,
      to: "/profile/jobs/workman-invite",
    };
  if (permissions.createJobOffer && visibility.id === "FAVOURITES")
    return {
      text: "Заказчик показал это задание своим избранным исполнителям: вы среди них",
      to: "/profile/jobs",
    };
  if (permissions.createJobOffer)
    return { text: "Задание открыто для откликов", to: "/profile/jobs" };
  if (state.id !== "PUBLISHED") return { text: state.title, to: "/profile/jobs" };
  return {
    text: answerObstacle ?? "Откликаются исполнители с проверенным профилем",
    to: "/profile/questionnaire",
  };
}

function reasonOf({ rejectReason, rejectComment, cancelReason, cancelComment }: Job): string {
  const [reason, comment] = rejectReason
    ? [rejectReason, rejectComment]
    : [cancelReason, cancelComment];
  return reason ? `Причина: ${[reason.title, comment].filter(Boolean).join(". ")}` : "";
}
