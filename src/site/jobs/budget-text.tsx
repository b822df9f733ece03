import type { JobCard } from "#contract/jobs/job.ts";
import { formatRubles } from "#web/format/money.ts";

export function BudgetText({
  job: { payType, budget },
}: {
  readonly job: Pick<JobCard, "payType" | "budget">;
}) {
  if (payType.id === "FIXED") return <b className="num">{formatRubles(budget)}</b>;
  return (
    <span>
      <b>{payType.title}</b> <span className="muted num">≈ {formatRubles(budget)}</span>
    </span>
  );
}
