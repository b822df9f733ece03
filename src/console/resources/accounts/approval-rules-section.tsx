import { useState } from "react";
import { approvalEndpoints, type ApprovalRule } from "#contract/approvals/approval-endpoints.ts";
import { APPROVING_ROLES, rolesText } from "#contract/registries/registry-approvals.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#console/format/money.ts";
import { useAccess } from "#console/providers/access.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { FailedPart } from "#console/ui/failed-part.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { ApprovalRulesForm } from "./approval-rules-form.tsx";
import "./approval-rules.css";

/** From which sum a payroll needs other people's approval, and whose. The owner and the administrator change it. */
export default function ApprovalRulesSection() {
  const { can: mayChange } = useAccess()("settings.manage");
  const { data, error, reload } = useRead(approvalEndpoints.rules, {}, { silent: true });
  const [isEdited, setIsEdited] = useState(false);
  const rules = data?.items;
  return (
    <section className="card approval-rules" aria-labelledby="approval-rules-title">
      <div className="row">
        <h2 id="approval-rules-title">Согласование выплат</h2>
        {mayChange && rules && !isEdited ? (
          <LightButton isSmall look="plain" onClick={() => setIsEdited(true)}>
            Изменить правила
          </LightButton>
        ) : null}
      </div>
      {error && !rules ? <FailedPart message={error.message} onRetry={reload} /> : null}
      {rules && isEdited ? (
        <ApprovalRulesForm
          rules={rules}
          onClose={() => setIsEdited(false)}
          onSaved={() => {
            setIsEdited(false);
            reload();
          }}
        />
      ) : null}
      {rules && !isEdited ? <Rules rules={rules} /> : null}
    </section>
  );
}

function Rules({ rules }: { rules: readonly ApprovalRule[] }) {
  if (rules.length === 0) return <p>Выплаты запускаются без согласования. Задайте сумму, с которой реестр утверждает второй человек</p>;
  return (
    <ul>
      {rules.map(({ amountFrom, approversCount, roleIDs }) => (
        <li key={amountFrom}>
          От {formatRubles(amountFrom)}: {countOf(approversCount, ["согласующий", "согласующих", "согласующих"])} ({roleIDs.length === APPROVING_ROLES.length ? "любой, кто может согласовывать" : rolesText(roleIDs)})
        </li>
      ))}
    </ul>
  );
}
