import { useCan } from "@refinedev/core";
import { Button, List, Skeleton } from "antd";
import { useState } from "react";
import { approvalEndpoints } from "#contract/approvals/approval-endpoints.ts";
import type { ApprovalRule } from "#contract/approvals/approval-rule.ts";
import { APPROVING_ROLES, rolesText } from "#contract/registries/registry-approvals.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { ApprovalRulesForm } from "./approval-rules-form.tsx";

export default function ApprovalRulesSection() {
  const mayChange = useCan(right("settings.manage")).data?.can;
  const { data, error, reload } = useRead(approvalEndpoints.rules, {}, { silent: true });
  const [isEdited, setIsEdited] = useState(false);
  const rules = data?.items;
  const handleSaved = () => {
    setIsEdited(false);
    reload();
  };
  return (
    <SectionCard
      title="Согласование выплат"
      extra={
        mayChange && rules && !isEdited ? (
          <Button onClick={() => setIsEdited(true)}>Изменить правила</Button>
        ) : null
      }
    >
      {error && !rules ? <FailedPart message={error.message} onRetry={reload} /> : null}
      {!error && !rules ? <Skeleton active /> : null}
      {rules && isEdited ? (
        <ApprovalRulesForm rules={rules} onClose={() => setIsEdited(false)} onSaved={handleSaved} />
      ) : null}
      {rules && !isEdited ? <Rules rules={rules} /> : null}
    </SectionCard>
  );
}

function Rules({ rules }: { rules: readonly ApprovalRule[] }) {
  if (rules.length === 0)
    return (
      <p>
        Выплаты запускаются без согласования. Задайте сумму, с которой реестр утверждает второй
        человек
      </p>
    );
  return (
    <List
      size="small"
      dataSource={[...rules]}
      rowKey="amountFrom"
      renderItem={({ amountFrom, approversCount, roleIDs }) => (
        <List.Item>
          От {formatRubles(amountFrom)}:{" "}
          {countOf(approversCount, ["согласующий", "согласующих", "согласующих"])} (
          {roleIDs.length === APPROVING_ROLES.length
            ? "любой, кто может согласовывать"
            : rolesText(roleIDs)}
          )
        </List.Item>
      )}
    />
  );
}
