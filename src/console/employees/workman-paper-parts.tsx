import { useCan } from "@refinedev/core";
import { Descriptions, Flex, Skeleton } from "antd";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { PaperRisk } from "#contract/risks/risk.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { PaperState } from "#console/risks/paper-state.tsx";
import { riskLink } from "#console/risks/risk-address.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { useWorkmanList } from "./use-workman-list.ts";

const RECEIPTS = "/profile/account/receipts";
const DOCUMENTS = "/profile/account/documents";
const MOST_PAPERS = 20;

interface PartProps {
  readonly workmanId: number;
}

const KINDS: readonly { readonly title: string; readonly states: readonly ReceiptState[] }[] = [
  { title: "Сформированы", states: ["REGISTERED"] },
  { title: "Ещё не сформированы", states: ["NEW", "SENT", "ERROR"] },
  { title: "Аннулированы исполнителем", states: ["REVERSED_BY_WORKMAN"] },
];

export function WorkmanReceipts({ workmanId }: PartProps) {
  return (
    <SectionCard title="Чеки">
      <Descriptions
        size="small"
        column={1}
        items={KINDS.map(({ title, states }) => ({
          key: title,
          label: title,
          children: <ReceiptCount workmanID={String(workmanId)} states={states} />,
        }))}
      />
    </SectionCard>
  );
}

function ReceiptCount(filters: {
  readonly workmanID: string;
  readonly states: readonly ReceiptState[];
}) {
  const { total, error, isLoading } = useWorkmanList<Receipt>("receipts", filters);
  if (error) return error.message;
  return isLoading ? (
    "…"
  ) : (
    <PageLink className="num" to={listLink(RECEIPTS, filters)}>
      {total.toLocaleString("ru-RU")}
    </PageLink>
  );
}

/** Contracts and acts; personal papers that end. */
export function WorkmanPapers({ workmanId }: PartProps) {
  const workmanID = String(workmanId);
  const documents = useWorkmanList<JobDocument>("job-documents", {
    workmanID,
    // As the list that the figure leads to.
    onlyOfWorkmen: "true",
  });
  const seesTerms = useCan(right("transactions.view")).data?.can;
  return (
    <SectionCard title="Документы">
      {documents.error ? (
        <FailedPart message={documents.error.message} onRetry={documents.reload} />
      ) : documents.isLoading ? (
        <Skeleton active paragraph={{ rows: 1 }} />
      ) : (
        <Flex vertical gap={4}>
          <span>
            <PageLink to={listLink(DOCUMENTS, { workmanID })}>
              Договоры и акты:{" "}
              <span className="num">{documents.total.toLocaleString("ru-RU")}</span>
            </PageLink>
          </span>
          {seesTerms ? <Terms workmanID={workmanID} /> : null}
        </Flex>
      )}
    </SectionCard>
  );
}

function Terms({ workmanID }: { readonly workmanID: string }) {
  const { data, error, isLoading, reload } = useWorkmanList<PaperRisk>(
    "risk-papers",
    { workmanID },
    MOST_PAPERS,
  );
  if (error) return <FailedPart message={error.message} onRetry={reload} />;
  if (isLoading || !data) return <Skeleton active paragraph={{ rows: 1 }} />;
  if (data.items.length === 0)
    return <span className="muted">В ближайшие 30 дней ничего не истекает</span>;
  return data.items.map(({ id, type, expireDate, ...state }) => (
    <span key={id}>
      <PageLink to={riskLink("papers", { workmanID })}>{type.title}</PageLink>:{" "}
      <DateText value={expireDate} isDay /> <PaperState {...state} />
    </span>
  ));
}
