import { Skeleton, Timeline } from "antd";
import { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import type { PayoutStep, PayoutStepStatus } from "#contract/payouts/payout-steps.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "./date-text.tsx";
import { FailedPart } from "./failed-part.tsx";

const COLORS: Readonly<Record<PayoutStepStatus, string>> = {
  DONE: "green",
  NOW: "blue",
  HELD: "orange",
  NEXT: "gray",
  FAILED: "red",
};

/** «Где деньги», the same line for both sides. */
export function PayoutSteps({ payoutId }: { readonly payoutId: number }) {
  const { data, error, reload } = useRead(
    payoutEndpoints.steps,
    { params: { id: payoutId } },
    { silent: true },
  );
  if (error) return <FailedPart message={error.message} onRetry={reload} />;
  if (!data) return <Skeleton active />;
  return (
    <section aria-label="Где деньги">
      <Timeline
        style={{ marginTop: 8 }}
        items={data.items.map((step) => ({
          key: step.kind.id,
          color: COLORS[step.status.id],
          children: <Step step={step} />,
        }))}
      />
    </section>
  );
}

function Step({ step: { kind, status, at, text, expected } }: { readonly step: PayoutStep }) {
  const isNext = status.id === "NEXT";
  return (
    <div className={isNext ? "muted" : undefined}>
      {isNext ? kind.title : <strong>{kind.title}</strong>}
      {at === null ? null : (
        <>
          {", "}
          <DateText value={at} />
        </>
      )}
      {text === null ? null : <div className={status.id === "DONE" ? "muted" : ""}>{text}</div>}
      {expected === null ? null : <div className="muted">{expected}</div>}
    </div>
  );
}
