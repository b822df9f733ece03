import { useList } from "@refinedev/core";
import { Skeleton } from "antd";
import type { JobCard } from "#contract/jobs/job.ts";
import type { Review } from "#contract/reviews/review.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { ChosenJob, JobField } from "./chosen-job.tsx";
import { REVIEW_KINDS } from "./review-kinds.ts";
import type { ReviewSubject } from "#web/reviews/review-list.tsx";
import { REVIEW_LABELS, ReviewFields } from "./review-fields.tsx";
import { REVIEW_LISTS } from "./review-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

interface Values {
  readonly jobID?: number;
  readonly score: number;
  readonly text: string;
}

const AFTER = {
  labels: REVIEW_LABELS,
  submitTitle: "Отправить",
  done: "Отзыв отправлен модератору",
  alsoChanges: REVIEW_LISTS,
} as const;

interface ReviewOfJobProps {
  readonly subject: ReviewSubject;
  readonly subjectId: number;
  readonly jobId: number;
}

export function ReviewOfJob({ subject, subjectId, jobId }: ReviewOfJobProps) {
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
    children: <ReviewFields textHint={hint} />,
  };
  return own ? (
    <RecordForm
      {...shared}
      endpoint={update}
      initialValues={{ score: own.score, text: own.text }}
      input={({ score, text }: Values) => ({
        body: { reviewID: own.id, score, text: text.trim() },
      })}
    />
  ) : (
    <RecordForm
      {...shared}
      endpoint={create}
      input={({ score, text }: Values) => ({ body: { jobID: jobId, score, text: text.trim() } })}
    />
  );
}

interface ReviewOfChosenJobProps {
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
}: ReviewOfChosenJobProps) {
  const { create, hint } = REVIEW_KINDS[subject];
  return (
    <ChosenJob jobs={waiting} isLoading={isLoading} other={other}>
      {(jobs) => (
        <RecordForm
          {...AFTER}
          endpoint={create}
          initialValues={{ jobID: jobs[0]?.id }}
          input={({ jobID = 0, score, text }: Values) => ({
            body: { jobID, score, text: text.trim() },
          })}
        >
          <JobField jobs={jobs} />
          <ReviewFields textHint={hint} />
        </RecordForm>
      )}
    </ChosenJob>
  );
}
