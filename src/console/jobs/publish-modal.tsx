import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { JobCard } from "#contract/jobs/job.ts";
import { ALL_JOB_LISTS } from "#web/jobs/job-lists.ts";
import { SEEN_BY } from "./job-values.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

export function publishWindow(job: Pick<JobCard, "id" | "title" | "visibility">): ShownWindow {
  return {
    title: "Опубликовать задание",
    content: (
      <RecordForm
        endpoint={jobEndpoints.publish}
        sentence={`«${job.title}» ${SEEN_BY[job.visibility.id]}${job.visibility.id === "ALL" ? ", сразу или после проверки модератором" : ""}`}
        submitTitle="Опубликовать"
        input={() => ({ body: { jobID: job.id } })}
        done={({ state }) =>
          state.id === "PUBLISHED"
            ? "Задание опубликовано"
            : "Задание отправлено на проверку модератору"
        }
        alsoChanges={ALL_JOB_LISTS}
      />
    ),
  };
}
