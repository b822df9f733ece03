import { Skeleton } from "antd";
import { riskEndpoints } from "#contract/risks/risk-endpoints.ts";
import type { RiskSummary } from "#contract/risks/risk.ts";
import { formatRubles } from "#web/format/money.ts";
import { SectionTabs } from "#console/kit/section-tabs.tsx";
import { StatCards } from "#console/kit/stat-cards.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import {
  AnnulledReceiptsList,
  LabourRisksList,
  PaperRisksList,
  WorkmanLimitsList,
} from "./risk-lists.tsx";

const PAGE = "/profile/account/risks";

export default function RisksPage() {
  const { data, error, isLoading, reload } = useRead(riskEndpoints.summary, {}, { silent: true });
  return (
    <>
      <TitleBar title="Риски" />
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : isLoading || !data ? (
        <Skeleton active paragraph={{ rows: 2 }} />
      ) : (
        <Figures summary={data} />
      )}
      <SectionTabs
        sections={[
          { key: "receipts", title: "Аннулированные чеки", content: <AnnulledReceiptsList /> },
          { key: "limits", title: "Годовой лимит", content: <WorkmanLimitsList /> },
          { key: "labour", title: "Трудовые отношения", content: <LabourRisksList /> },
          { key: "papers", title: "Сроки документов", content: <PaperRisksList /> },
        ]}
      />
    </>
  );
}

function Figures({
  summary: { annulledReceipts, exposure, nearLimit, overLimit, labour, papers },
}: {
  readonly summary: RiskSummary;
}) {
  const toneOf = (count: number) => (count > 0 ? ("bad" as const) : ("good" as const));
  return (
    <StatCards
      label="Риски"
      stats={[
        {
          key: "receipts",
          title: "Аннулированные чеки",
          value: annulledReceipts,
          tone: toneOf(annulledReceipts),
          to: `${PAGE}?tab=receipts`,
        },
        {
          key: "exposure",
          title: "Могут доначислить",
          value: formatRubles(exposure.total),
          tone: toneOf(exposure.total),
          to: `${PAGE}?tab=receipts`,
        },
        {
          key: "over",
          title: "Исчерпали годовой лимит",
          value: overLimit,
          tone: toneOf(overLimit),
          to: `${PAGE}?tab=limits`,
        },
        {
          key: "near",
          title: "Близки к лимиту",
          value: nearLimit,
          tone: nearLimit > 0 ? "warning" : "good",
          to: `${PAGE}?tab=limits`,
        },
        {
          key: "labour",
          title: "С признаками трудовых",
          value: labour,
          tone: toneOf(labour),
          to: `${PAGE}?tab=labour`,
        },
        {
          key: "papers",
          title: "Документы на исходе",
          value: papers,
          tone: papers > 0 ? "warning" : "good",
          to: `${PAGE}?tab=papers`,
        },
      ]}
    />
  );
}
