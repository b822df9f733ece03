import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { MOST_JOBS } from "./chosen-job.tsx";
import { ReviewOfChosenJob, ReviewOfJob } from "./review-form.tsx";

/** Opened from the customer's page, it asks for the job. */
export default function AccountReviewModal({ accountId, jobId }: ModalProps["account-review"]) {
  return jobId === undefined ? (
    <OfChosenJob accountId={accountId} />
  ) : (
    <ReviewOfJob subject="account" subjectId={accountId} jobId={jobId} />
  );
}

function OfChosenJob({ accountId }: { readonly accountId: number }) {
  const { data, isLoading } = useRead(
    jobEndpoints.intersectionByAccountList,
    { query: { accountID: accountId, states: ["FINISHED"], page: 1, perPage: MOST_JOBS } },
    { silent: true },
  );
  return (
    <ReviewOfChosenJob
      subject="account"
      jobs={data?.items.filter(({ permissions }) => permissions.createAccountReview)}
      isLoading={isLoading}
      other="с этим заказчиком"
    />
  );
}
