import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { toast } from "#web/ui/toasts.ts";
import { TagsField } from "#console/projects/parts.ts";
import { ALL_JOB_LISTS } from "#web/jobs/job-lists.ts";
import { outcomeOf } from "./mass-outcome.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

export function jobTagsWindow(jobIDs: readonly number[], onDone: () => void): ShownWindow {
  return {
    title: "Добавить теги",
    content: (
      <RecordForm
        endpoint={jobEndpoints.massTag}
        submitTitle="Добавить"
        labels={{ jobTagsIDs: "Теги" }}
        input={({ jobTagsIDs = [] }: { jobTagsIDs?: number[] }) => ({
          body: { jobIDs: [...jobIDs], jobTagsIDs },
        })}
        alsoChanges={ALL_JOB_LISTS}
        onDone={({ taggedCount, failed }) => {
          toast({
            type: failed.length > 0 ? "error" : "success",
            message: outcomeOf([["Теги добавлены заданиям", taggedCount]], failed),
          });
          onDone();
        }}
      >
        <p>
          {countOf(jobIDs.length, ["задание получит", "задания получат", "заданий получат"])} эти
          теги вдобавок к своим.
        </p>
        <TagsField placeholder="Выберите теги" />
      </RecordForm>
    ),
  };
}
