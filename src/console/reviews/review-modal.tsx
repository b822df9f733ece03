import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { MOST_JOBS } from "./chosen-job.tsx";
import { ReviewOfChosenJob, ReviewOfJob } from "./review-form.tsx";

/** Opened from the worker's page, it asks for the job. */
export default function ReviewModal({ workmanId, jobId }: ModalProps["review"]) {
  return jobId === undefined ? (
    <OfChosenJob workmanId={workmanId} />
  ) : (
    <ReviewOfJob subject="workman" subjectId={workmanId} jobId={jobId} />
  );
}

function OfChosenJob({ workmanId }: { readonly workmanId: number }) {
  const { data, isLoading } = useRead(
    jobEndpoints.intersectionByWorkmanList,
    { query: { workmanID: workmanId, states: ["FINISHED"], page: 1, perPage: MOST_JOBS } },
    { silent: true },
  );
  return (
    <ReviewOfChosenJob
      subject="workman"
      jobs={data?.items.filter(({ permissions }) => permissions.createWorkmanReview)}
      isLoading={isLoading}
      other="с этим исполнителем"
    />
  );
}
