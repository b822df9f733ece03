import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import { ALL_JOB_LISTS } from "#web/jobs/job-lists.ts";
import { outcomeOf } from "./mass-outcome.ts";

interface ForceCancelModalProps {
  readonly jobIDs: readonly number[];
  readonly sentence: string;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Workers of running jobs are asked to end them unpaid. */
export function ForceCancelModal({ jobIDs, sentence, onClose, onDone }: ForceCancelModalProps) {
  return (
    <ActionModal
      endpoint={jobEndpoints.massForceCancelPost}
      title={jobIDs.length === 1 ? "Отменить задание" : "Отменить задания"}
      sentence={sentence}
      submitTitle={jobIDs.length === 1 ? "Отменить задание" : "Отменить задания"}
      backTitle="Не отменять"
      reasons={REASONS.jobCancel.definitions}
      comment={{ label: "Комментарий для исполнителей" }}
      input={({ reasonID, comment }) => ({
        body: {
          jobIDs: [...jobIDs],
          reasonID: reasonID as IdOf<typeof REASONS.jobCancel>,
          comment,
        },
      })}
      done={({ canceledCount, askedCount, failed }) =>
        outcomeOf(
          [
            ["Отменено", canceledCount],
            ["Ждут согласия исполнителя", askedCount],
          ],
          failed,
        )
      }
      changes={[...ALL_JOB_LISTS, "job-offers"]}
      isDangerous
      onClose={onClose}
      onDone={onDone}
    />
  );
}
