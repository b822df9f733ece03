import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { JobCard } from "#contract/jobs/job.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import { ALL_JOB_LISTS } from "#web/jobs/job-lists.ts";
import { SEEN_BY } from "./job-values.ts";

export function PublishModal({
  job,
  onClose,
}: {
  readonly job: Pick<JobCard, "id" | "title" | "visibility">;
  readonly onClose: () => void;
}) {
  return (
    <ActionModal
      endpoint={jobEndpoints.publish}
      title="Опубликовать задание"
      sentence={`«${job.title}» ${SEEN_BY[job.visibility.id]}${job.visibility.id === "ALL" ? ", сразу или после проверки модератором" : ""}`}
      submitTitle="Опубликовать"
      input={() => ({ body: { jobID: job.id } })}
      done={({ state }) =>
        state.id === "PUBLISHED"
          ? "Задание опубликовано"
          : "Задание отправлено на проверку модератору"
      }
      changes={ALL_JOB_LISTS}
      onClose={onClose}
    />
  );
}
