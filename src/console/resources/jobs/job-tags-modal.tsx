import { useState } from "react";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { toast } from "#console/providers/toasts.ts";
import { TagsField } from "#console/resources/projects/index.tsx";
import { outcomeOf } from "./force-cancel-modal.tsx";
import { ALL_JOB_LISTS } from "./job-lists.ts";

interface JobTagsModalProps {
  readonly jobIDs: readonly number[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Adds tags to the chosen jobs; those they have stay. */
export function JobTagsModal({ jobIDs, onClose, onDone }: JobTagsModalProps) {
  const [isLocked, setLocked] = useState(false);
  return (
    <ModalFrame title="Добавить теги" widthPx={480} isLocked={isLocked} onClose={onClose}>
      <p>{countOf(jobIDs.length, ["задание получит", "задания получат", "заданий получат"])} эти теги вдобавок к своим.</p>
      <ModalForm<typeof jobEndpoints.massTag, { jobTagsIDs?: number[] }>
        endpoint={jobEndpoints.massTag}
        submitTitle="Добавить"
        labels={{ jobTagsIDs: "Теги" }}
        input={({ jobTagsIDs = [] }) => ({ body: { jobIDs: [...jobIDs], jobTagsIDs } })}
        changes={ALL_JOB_LISTS}
        onDone={({ taggedCount, failed }) => {
          toast({ type: failed.length > 0 ? "error" : "success", message: outcomeOf([["Теги добавлены заданиям", taggedCount]], failed) });
          onDone();
          onClose();
        }}
        onClose={onClose}
        onBusy={setLocked}
      >
        <TagsField placeholder="Выберите теги" />
      </ModalForm>
    </ModalFrame>
  );
}
