import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { ALL_JOB_LISTS } from "#web/jobs/job-lists.ts";
import { outcomeOf } from "./mass-outcome.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

interface ForceCancelProps {
  readonly jobIDs: readonly number[];
  readonly sentence: string;
  readonly onDone?: () => void;
}

/** Workers of running jobs are asked to end them unpaid. */
export function forceCancelWindow({ jobIDs, sentence, onDone }: ForceCancelProps): ShownWindow {
  return {
    title: jobIDs.length === 1 ? "Отменить задание" : "Отменить задания",
    content: (
      <RecordForm
        endpoint={jobEndpoints.massForceCancelPost}
        sentence={sentence}
        submitTitle={jobIDs.length === 1 ? "Отменить задание" : "Отменить задания"}
        backTitle="Не отменять"
        input={({ reasonID, comment }: Reasoned) => ({
          body: {
            jobIDs: [...jobIDs],
            reasonID: reasonID as IdOf<typeof REASONS.jobCancel>,
            comment: typedComment(comment),
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
        alsoChanges={[...ALL_JOB_LISTS, "job-offers"]}
        isDangerous
        onDone={onDone}
      >
        <ReasonField reasons={REASONS.jobCancel.definitions} />
        <CommentField label="Комментарий для исполнителей" />
      </RecordForm>
    ),
  };
}
