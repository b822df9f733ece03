import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import type { ModalControls, ModalProps } from "#console/providers/modal-catalogue.ts";
import { ChosenJob, JobField, MOST_JOBS } from "./chosen-job.tsx";
import { REVIEW_LABELS, ReviewFields } from "./review-fields.tsx";
import { REVIEW_LISTS } from "./review-lists.ts";

interface Values {
  readonly jobID?: number;
  readonly score: number;
  readonly text: string;
}

/** A worker's review of a customer, of one of the jobs he has done for it. */
export default function AccountReviewModal({ accountId, jobId, close, setLocked }: ModalProps["account-review"] & ModalControls) {
  const { data, isLoading } = useRead(jobEndpoints.intersectionByAccountList, { query: { accountID: accountId, states: ["FINISHED"], page: 1, perPage: MOST_JOBS } }, { silent: true });
  return (
    <ChosenJob jobs={data?.items.filter(({ permissions }) => permissions.createAccountReview)} isLoading={isLoading} other="с этим заказчиком">
      {(jobs) => (
        <ModalForm<typeof reviewEndpoints.accountCreate, Values>
          endpoint={reviewEndpoints.accountCreate}
          labels={REVIEW_LABELS}
          submitTitle="Отправить"
          initialValues={{ jobID: jobId ?? jobs[0]?.id }}
          input={({ jobID = 0, score, text }) => ({ body: { jobID, score, text: text.trim() } })}
          done="Отзыв отправлен модератору"
          changes={REVIEW_LISTS}
          onClose={close}
          onBusy={setLocked}
        >
          <JobField jobs={jobs} />
          <ReviewFields textHint="Понятно ли задание, вовремя ли принят результат. Отзыв появится после проверки модератором, без телефонов и других контактов" />
        </ModalForm>
      )}
    </ChosenJob>
  );
}
