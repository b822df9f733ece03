import { Col, Segmented, Skeleton } from "antd";
import { useState } from "react";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { PayoutProjects } from "./payout-projects.tsx";
import { PayoutsByDay } from "./payouts-by-day.tsx";
import { PayoutsByWeek } from "./payouts-by-week.tsx";

const SPANS = [
  { value: "weeks", label: "По неделям" },
  { value: "days", label: "По дням" },
] as const;

interface PayoutsPartProps {
  /** `null` for a person limited to projects. */
  readonly days: AccountSummary["payoutsByDay"];
  readonly readAgainMs: number;
}

/** Not part of the summary's call, which every page reads for its menu. */
export function PayoutsPart({ days, readAgainMs }: PayoutsPartProps) {
  const [span, setSpan] = useState<(typeof SPANS)[number]["value"]>("weeks");
  const { data, error, reload } = useRead(
    payoutEndpoints.byWeek,
    {},
    { silent: true, refetchIntervalMs: readAgainMs },
  );
  const waiting = error ? (
    <FailedPart message={error.message} onRetry={reload} />
  ) : (
    <Skeleton active paragraph={{ rows: 6 }} />
  );
  return (
    <>
      <Col xs={24} xl={16} style={{ display: "grid" }}>
        <SectionCard
          title="Выплаты"
          extra={
            days ? (
              <Segmented
                aria-label="Выплаты за какое время"
                size="small"
                options={[...SPANS]}
                value={span}
                onChange={setSpan}
              />
            ) : null
          }
        >
          {days && span === "days" ? (
            <PayoutsByDay days={days} />
          ) : data ? (
            <PayoutsByWeek weeks={data.weeks} />
          ) : (
            waiting
          )}
        </SectionCard>
      </Col>
      <Col xs={24} xl={8} style={{ display: "grid" }}>
        <SectionCard title="Выплаты по проектам">
          {data ? <PayoutProjects {...data} /> : waiting}
        </SectionCard>
      </Col>
    </>
  );
}
