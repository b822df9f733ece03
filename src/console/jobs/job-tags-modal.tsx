import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { FormModal } from "#console/kit/form-modal.tsx";
import { toast } from "#web/ui/toasts.ts";
import { TagsField } from "#console/projects/parts.ts";
import { ALL_JOB_LISTS } from "#web/jobs/job-lists.ts";
import { outcomeOf } from "./mass-outcome.ts";

interface JobTagsModalProps {
  readonly jobIDs: readonly number[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function JobTagsModal({ jobIDs, onClose, onDone }: JobTagsModalProps) {
  return (
    <FormModal<typeof jobEndpoints.massTag, { jobTagsIDs?: number[] }>
      title="Добавить теги"
      widthPx={480}
      endpoint={jobEndpoints.massTag}
      submitTitle="Добавить"
      labels={{ jobTagsIDs: "Теги" }}
      input={({ jobTagsIDs = [] }) => ({ body: { jobIDs: [...jobIDs], jobTagsIDs } })}
      changes={ALL_JOB_LISTS}
      onDone={({ taggedCount, failed }) => {
        toast({
          type: failed.length > 0 ? "error" : "success",
          message: outcomeOf([["Теги добавлены заданиям", taggedCount]], failed),
        });
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {countOf(jobIDs.length, ["задание получит", "задания получат", "заданий получат"])} эти теги
        вдобавок к своим.
      </p>
      <TagsField placeholder="Выберите теги" />
    </FormModal>
  );
}
