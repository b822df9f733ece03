import { type ReactNode, useEffect, useState } from "react";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { JOB_INVITE_STATE, type JobInviteState } from "#contract/jobs/job-invite-states.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

const GONE = 410;
const ENDED: Readonly<
  Partial<Record<JobInviteState, { readonly title: string; readonly advice: string }>>
> = {
  CANCELED: {
    title: "Приглашение отозвано",
    advice: "Заказчик больше не ждёт вашего ответа, задание видят только его участники.",
  },
  EXPIRED: {
    title: "Срок приглашения истёк",
    advice: "Ответить на него уже нельзя, задание видят только его участники.",
  },
  DECLINED: { title: "Вы отклонили приглашение", advice: "Задание видят только его участники." },
};

interface EndedInviteProps {
  readonly jobId: number;
  readonly children: ReactNode;
}

/** The worker's last invite to a job that is no longer visible, read from the worker's own list. */
export default function EndedInvite({ jobId, children }: EndedInviteProps) {
  const [state, setState] = useState<JobInviteState | null>(null);
  useEffect(() => {
    let isStale = false;
    callEndpoint(jobInviteEndpoints.list, {
      query: {
        "filters[jobID]": jobId,
        "filters[states]": JOB_INVITE_STATE.definitions.map(({ id }) => id).join(",") as never,
        sortBy: "createdAt",
        sortDirection: "desc",
        page: 1,
        perPage: 1,
      },
    }).then(
      ({ items }) => {
        if (!isStale && items[0]) setState(items[0].state.id);
      },
      // The «missing job» page stays.
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [jobId]);
  const ended = state === null ? undefined : ENDED[state];
  if (!ended) return children;
  return (
    <ErrorPage status={GONE} message={ended.title} advice={ended.advice}>
      <PageLink className="button" to="/jobs">
        Найти задание
      </PageLink>
    </ErrorPage>
  );
}
