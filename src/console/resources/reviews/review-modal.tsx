import { useList } from "@refinedev/core";
import { Skeleton } from "antd";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import type { Review } from "#contract/reviews/review.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import type { ModalControls, ModalProps } from "#console/providers/modal-catalogue.ts";
import { useDraft } from "#console/providers/use-draft.ts";
import { ChosenJob, JobField, MOST_JOBS } from "./chosen-job.tsx";
import { REVIEW_LABELS, ReviewFields } from "./review-fields.tsx";
import { REVIEW_LISTS, WORKMAN_REVIEWS } from "./review-lists.ts";

interface Values {
  readonly jobID?: number;
  readonly score: number;
  readonly text: string;
}

const HINT = "Как исполнитель справился, что понравилось и что нет. Отзыв появится после проверки модератором, без телефонов и других контактов";
const AFTER = { done: "Отзыв отправлен модератору", changes: REVIEW_LISTS } as const;

/** A company's review of a worker: of one job, written or changed; from his page the job is chosen. */
export default function ReviewModal({ workmanId, jobId, ...window }: ModalProps["review"] & ModalControls) {
  return jobId === undefined ? <ReviewOfChosenJob workmanId={workmanId} {...window} /> : <ReviewOfJob workmanId={workmanId} jobId={jobId} {...window} />;
}

function ReviewOfJob({ workmanId, jobId, close, setLocked }: Required<ModalProps["review"]> & ModalControls) {
  const { result, query } = useList<Review>({ resource: WORKMAN_REVIEWS, meta: { query: { workmanID: workmanId, jobID: jobId } }, errorNotification: false });
  const draft = useDraft<Values>(`review:${jobId}`);
  if (query.isLoading) return <Skeleton active />;
  const own = result.data.find(({ permissions }) => permissions.update);
  const shared = { labels: REVIEW_LABELS, draft, submitTitle: "Отправить", ...AFTER, onClose: close, onBusy: setLocked, children: <ReviewFields textHint={HINT} /> };
  return own ? (
    <ModalForm<typeof reviewEndpoints.workmanUpdate, Values> {...shared} endpoint={reviewEndpoints.workmanUpdate} initialValues={{ score: own.score, text: own.text }} input={({ score, text }) => ({ body: { reviewID: own.id, score, text: text.trim() } })} />
  ) : (
    <ModalForm<typeof reviewEndpoints.workmanCreate, Values> {...shared} endpoint={reviewEndpoints.workmanCreate} input={({ score, text }) => ({ body: { jobID: jobId, score, text: text.trim() } })} />
  );
}

function ReviewOfChosenJob({ workmanId, close, setLocked }: { readonly workmanId: number } & ModalControls) {
  const { data, isLoading } = useRead(jobEndpoints.intersectionByWorkmanList, { query: { workmanID: workmanId, states: ["FINISHED"], page: 1, perPage: MOST_JOBS } }, { silent: true });
  return (
    <ChosenJob jobs={data?.items.filter(({ permissions }) => permissions.createWorkmanReview)} isLoading={isLoading} other="с этим исполнителем">
      {(jobs) => (
        <ModalForm<typeof reviewEndpoints.workmanCreate, Values>
          endpoint={reviewEndpoints.workmanCreate}
          labels={REVIEW_LABELS}
          submitTitle="Отправить"
          initialValues={{ jobID: jobs[0]?.id }}
          input={({ jobID = 0, score, text }) => ({ body: { jobID, score, text: text.trim() } })}
          {...AFTER}
          onClose={close}
          onBusy={setLocked}
        >
          <JobField jobs={jobs} />
          <ReviewFields textHint={HINT} />
        </ModalForm>
      )}
    </ChosenJob>
  );
}
