import { Alert, Form, Select, Skeleton } from "antd";
import type { ReactNode } from "react";
import type { JobCard } from "#contract/jobs/job.ts";
import { REVIEW_LABELS } from "./review-fields.tsx";

/** Nobody finishes more jobs with one side in 30 days, the term of a review. */
export const MOST_JOBS = 100;

interface ChosenJobProps {
  readonly jobs: readonly JobCard[] | undefined;
  readonly isLoading: boolean;
  /** Name of the other side. */
  readonly other: string;
  readonly children: (jobs: readonly JobCard[]) => ReactNode;
}

/** Without a job to review there is no form. */
export function ChosenJob({ jobs = [], isLoading, other, children }: ChosenJobProps) {
  if (isLoading) return <Skeleton active />;
  if (jobs.length === 0)
    return (
      <Alert
        type="info"
        showIcon
        message={`Отзыв оставляют в течение 30 дней после завершённого задания, один на задание. Сейчас таких заданий ${other} нет`}
      />
    );
  return children(jobs);
}

/** Field `jobID`. */
export function JobField({ jobs }: { readonly jobs: readonly JobCard[] }) {
  return (
    <Form.Item name="jobID" label={REVIEW_LABELS.jobID}>
      <Select
        options={jobs.map(({ id, title, jobIdent }) => ({
          value: id,
          label: `№ ${jobIdent} ${title}`,
        }))}
      />
    </Form.Item>
  );
}
