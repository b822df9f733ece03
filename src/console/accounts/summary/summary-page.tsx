import { CanAccess } from "@refinedev/core";
import { Button, Col, Row, Skeleton } from "antd";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useMe } from "#web/session/session.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { CompanyWarning } from "../company-warning.tsx";
import { Balance } from "./balance.tsx";
import { ExpiringDocuments } from "./expiring-documents.tsx";
import { JobStates } from "./job-states.tsx";
import { PayoutsPart } from "./payouts-part.tsx";
import { ToDoToday } from "./to-do-today.tsx";

/** Payouts progress in the background. */
const READ_AGAIN_MS = 60_000;

/** Source: specification, header menu. */
export default function SummaryPage() {
  const me = useMe();
  const { data, error, reload } = useRead(
    accountEndpoints.summary,
    {},
    { silent: true, refetchIntervalMs: READ_AGAIN_MS },
  );
  const company = me.accounts.find(({ id }) => id === me.currentAccountID);
  return (
    <>
      <TitleBar title="Сводка">
        {company ? (
          <span className="muted">
            {company.companyDetailsName}
            {data ? (
              <>
                , <DateText value={data.at} />
              </>
            ) : null}
          </span>
        ) : null}
        <TopUpButton />
      </TitleBar>
      {company ? <CompanyWarning state={company.stateID} /> : null}
      {data ? (
        <Parts summary={data} />
      ) : error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </>
  );
}

function TopUpButton() {
  const { open } = useModal();
  return (
    <CanAccess {...right("invoices.create")}>
      <Button type="primary" onClick={() => open("balance-top-up", {})}>
        Пополнить баланс
      </Button>
    </CanAccess>
  );
}

const STRETCHED = { display: "grid" } as const;

function Parts({
  summary: { at, money, attention, payoutsByDay, jobsByState, expiringDocuments },
}: {
  readonly summary: AccountSummary;
}) {
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} xl={money ? 16 : 24} style={STRETCHED}>
        <ToDoToday at={at} attention={attention} />
      </Col>
      {money ? (
        <Col xs={24} xl={8} style={STRETCHED}>
          <Balance at={at} money={money} />
        </Col>
      ) : null}
      <CanAccess {...right("transactions.view")}>
        <PayoutsPart days={payoutsByDay} readAgainMs={READ_AGAIN_MS} />
      </CanAccess>
      {jobsByState ? (
        <Col xs={24} xl={8} style={STRETCHED}>
          <SectionCard title="Задания по состояниям">
            <JobStates jobs={jobsByState} />
          </SectionCard>
        </Col>
      ) : null}
      {expiringDocuments ? (
        <Col xs={24} xl={jobsByState ? 16 : 24} style={STRETCHED}>
          <SectionCard title="Сроки документов исполнителей">
            <ExpiringDocuments {...expiringDocuments} />
          </SectionCard>
        </Col>
      ) : null}
    </Row>
  );
}
