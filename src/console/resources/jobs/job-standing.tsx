import { Link } from "react-router";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#console/format/money.ts";
import { useSession } from "#console/providers/session.ts";
import { SignInLink } from "#console/ui/light/sign-in-link.tsx";
import { useHasPage, useRegistrationAddress } from "#console/ui/page-index.ts";

/** What the visitor and this job have to do with each other, and where he goes on. */
export function JobStanding({ job }: { readonly job: Job }) {
  const { me } = useSession();
  const hasPage = useHasPage();
  if (me === null) return <GuestCall />;
  const { text, to } = standingOf(job);
  const reason = reasonOf(job);
  return (
    <div className="job-standing">
      <p role="status">{text}</p>
      {reason === "" ? null : <p className="muted">{reason}</p>}
      <Link className="button button-plain" to={hasPage(to) ? to : "/profile"}>
        {hasPage(to) ? "Открыть в кабинете" : "Личный кабинет"}
      </Link>
    </div>
  );
}

function GuestCall() {
  const registration = useRegistrationAddress();
  return (
    <div className="job-standing">
      <p>
        <SignInLink>Войдите, чтобы откликнуться</SignInLink>
      </p>
      <p>
        <SignInLink look="plain" to={registration}>
          Стать исполнителем
        </SignInLink>
      </p>
    </div>
  );
}

/** In order of weight: what he has begun, what is his company's, what is open to him. */
function standingOf({ state, permissions, myOffer, myInvite }: Job): { readonly text: string; readonly to: string } {
  if (myOffer) return { text: `Ваш отклик: ${myOffer.state.title.toLowerCase()}, ${formatRubles(myOffer.amount)}`, to: "/profile/jobs/workman-offer" };
  if (myInvite) return { text: `Ваше приглашение: ${myInvite.state.title.toLowerCase()}`, to: "/profile/jobs/workman-invite" };
  if (permissions.manage) return { text: `Задание вашей компании: ${state.title.toLowerCase()}`, to: "/profile/jobs" };
  if (permissions.createJobOffer) return { text: "Задание открыто для откликов", to: "/profile/jobs" };
  if (state.id !== "PUBLISHED") return { text: state.title, to: "/profile/jobs" };
  return { text: "Откликаются исполнители с проверенным профилем", to: "/profile/questionnaire" };
}

/** Why the job was rejected or cancelled, as far as this person is told. */
function reasonOf({ rejectReason, rejectComment, cancelReason, cancelComment }: Job): string {
  const [reason, comment] = rejectReason ? [rejectReason, rejectComment] : [cancelReason, cancelComment];
  return reason ? `Причина: ${[reason.title, comment].filter(Boolean).join(". ")}` : "";
}
