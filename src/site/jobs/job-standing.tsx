import { lazy } from "react";
import type { MyInfo } from "#contract/auth/session.ts";
import type { Job } from "#contract/jobs/job.ts";
import { useSession } from "#web/session/session.ts";
import { ConsolePart } from "#web/ui/console-part.tsx";
import { SignInLink } from "#site/ui/sign-in-link.tsx";
import { useRegistrationAddress } from "#web/ui/page-index.ts";

// Guests never load these.
const MyJobPart = lazy(() => import("#console/jobs/my-job-part.tsx"));
const CompanyPart = lazy(() => import("#console/jobs/company/company-part.tsx"));

interface JobStandingProps {
  readonly job: Job;
  readonly onChanged: () => void;
}

interface PinnedStandingProps extends JobStandingProps {
  /** At the bottom of a phone's screen: how it stands and the main command. */
  readonly pin: HTMLElement | null;
}

export function JobStanding(props: PinnedStandingProps) {
  const { me } = useSession();
  if (me === null) return <GuestCall />;
  if (isOfCompany(props.job, me)) return null;
  return (
    <ConsolePart fallback={<div className="job-standing job-standing-wait" />}>
      <MyJobPart {...props} />
    </ConsolePart>
  );
}

export function CompanyStanding(props: JobStandingProps) {
  const { me } = useSession();
  if (me === null || !isOfCompany(props.job, me)) return null;
  return (
    <ConsolePart fallback={<div className="job-work job-work-wait" />}>
      <CompanyPart {...props} />
    </ConsolePart>
  );
}

function isOfCompany({ account, permissions }: Job, me: MyInfo): boolean {
  return permissions.manage || me.currentAccountID === account.id;
}

function GuestCall() {
  const registration = useRegistrationAddress();
  return (
    <div className="job-standing">
      <p>
        <SignInLink>Войдите, чтобы откликнуться</SignInLink>
      </p>
      <p>
        <SignInLink variant="plain" to={registration}>
          Стать исполнителем
        </SignInLink>
      </p>
    </div>
  );
}
