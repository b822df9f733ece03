import { Alert, Skeleton } from "antd";
import type { ReactNode } from "react";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import { ChangedTerms } from "#console/kit/changed-terms.tsx";
import { useConsent } from "#console/kit/use-consent.ts";
import { useOwnInvite } from "./use-own-invite.ts";

interface OwnInviteModalProps {
  readonly inviteId: number;
  /** As it was when the modal opened. */
  readonly children: (invite: JobInvite) => ReactNode;
}

export function OwnInviteModal({ inviteId, children }: OwnInviteModalProps) {
  const { invite, isMissing, failure } = useOwnInvite(inviteId);
  const { shown, changes, review } = useConsent(invite, (one) => one?.version ?? "");
  if (failure !== null && !shown) return <Alert type="error" showIcon message={failure} />;
  if (isMissing)
    return (
      <Alert
        type="info"
        showIcon
        message="Приглашение больше не ждёт ответа: его отозвали, срок истёк или вы уже ответили"
      />
    );
  if (!shown) return <Skeleton active />;
  return changes === null ? children(shown) : <ChangedTerms changes={changes} onReview={review} />;
}
