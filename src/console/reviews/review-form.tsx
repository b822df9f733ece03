import { useList } from "@refinedev/core";
import { Skeleton } from "antd";
import type { JobCard } from "#contract/jobs/job.ts";
import type { Review } from "#contract/reviews/review.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { ChosenJob, JobField } from "./chosen-job.tsx";
import { REVIEW_KINDS } from "./review-kinds.ts";
import type { ReviewSubject } from "#web/reviews/review-list.tsx";
import { REVIEW_LABELS, ReviewFields } from "./review-fields.tsx";
import { REVIEW_LISTS } from "./review-lists.ts";

interface Values {
  readonly jobID?: number;
  readonly score: number;
  readonly text: string;
}

const AFTER = {
  labels: REVIEW_LABELS,
  submitTitle: "Отправить",
  done: "Отзыв отправлен модератору",
  changes: REVIEW_LISTS,
} as const;

interface ReviewOfJobProps extends ModalControls {
  readonly subject: ReviewSubject;
  readonly subjectId: number;
  readonly jobId: number;
}

export function ReviewOfJob({ subject, subjectId, jobId, close, setLocked }: ReviewOfJobProps) {
  const { resource, subjectField, create, update, hint } = REVIEW_KINDS[subject];
  const { result, query } = useList<Review>({
    resource,
    meta: { query: { [subjectField]: subjectId, jobID: jobId } },
    errorNotification: false,
  });
  const draft = useDraft<Values>(`review:${subject}:${jobId}`);
  if (query.isLoading) return <Skeleton active />;
  const own = result.data.find(({ permissions }) => permissions.update);
  const shared = {
    ...AFTER,
    draft,
    onClose: close,
    onBusy: setLocked,
    children: <ReviewFields textHint={hint} />,
  };
  return own ? (
    <ModalForm<typeof update, Values>
      {...shared}
      endpoint={update}
      initialValues={{ score: own.score, text: own.text }}
      input={({ score, text }) => ({ body: { reviewID: own.id, score, text: text.trim() } })}
    />
  ) : (
    <ModalForm<typeof create, Values>
      {...shared}
      endpoint={create}
      input={({ score, text }) => ({ body: { jobID: jobId, score, text: text.trim() } })}
    />
  );
}

interface ReviewOfChosenJobProps extends ModalControls {
  readonly subject: ReviewSubject;
  readonly jobs: readonly JobCard[] | undefined;
  readonly isLoading: boolean;
  readonly other: string;
}

export function ReviewOfChosenJob({
  subject,
  jobs: waiting,
  isLoading,
  other,
  close,
  setLocked,
}: ReviewOfChosenJobProps) {
  const { create, hint } = REVIEW_KINDS[subject];
  return (
    <ChosenJob jobs={waiting} isLoading={isLoading} other={other}>
      {(jobs) => (
        <ModalForm<typeof create, Values>
          {...AFTER}
          endpoint={create}
          initialValues={{ jobID: jobs[0]?.id }}
          input={({ jobID = 0, score, text }) => ({ body: { jobID, score, text: text.trim() } })}
          onClose={close}
          onBusy={setLocked}
        >
          <JobField jobs={jobs} />
          <ReviewFields textHint={hint} />
        </ModalForm>
      )}
    </ChosenJob>
  );
}
