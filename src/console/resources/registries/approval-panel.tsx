import { lazy, Suspense, useState } from "react";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { formatRubles } from "#console/format/money.ts";
import { useAccess } from "#console/providers/access.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { ActionButton } from "./action-button.tsx";

const ApproveDialog = lazy(() => import("./approve-dialog.tsx").then(({ ApproveDialog }) => ({ default: ApproveDialog })));
const RejectDialog = lazy(() => import("./reject-dialog.tsx").then(({ RejectDialog }) => ({ default: RejectDialog })));

/** Whose approval a payment waits for, with the buttons of those who may decide, and what has been decided before. */
export function ApprovalPanel({ info, onChanged }: { info: PayrollInfo; onChanged: () => void }) {
  const [dialog, setDialog] = useState<"approve" | "reject" | null>(null);
  const mayDecide = useAccess()("payroll-registries.approve").can;
  const { approval, approvals, permissions } = info;
  if (approval === null && approvals.length === 0) return null;
  const close = () => setDialog(null);
  const done = () => {
    close();
    onChanged();
  };
  const reason = permissions.approve ? null : (permissions.forbidden["approve"] ?? "Сейчас это действие недоступно");
  return (
    <section aria-label="Согласование" className="approval">
      {approval ? (
        <div className="notice-line undo-window" data-kind="warning">
          <span>
            {approval.requestedBy.name} просит согласовать выплату{info.toPay === null ? "" : ` ${formatRubles(info.toPay)}`}, <DateText value={approval.requestedAt} />.{" "}
            {approval.tiers.map(({ needed, given, roles }) => `Согласовано ${given} из ${needed}: ${roles.map(({ title }) => title).join(", ")}`).join(". ")}
          </span>
          {mayDecide ? (
            <span className="row">
              <ActionButton look="main" reason={reason} onClick={() => setDialog("approve")}>
                Утвердить
              </ActionButton>
              <ActionButton reason={reason} onClick={() => setDialog("reject")}>
                Отклонить
              </ActionButton>
            </span>
          ) : null}
        </div>
      ) : null}
      {approvals.length > 0 ? (
        <ul className="plain-list muted">
          {approvals.map(({ user, decision, reason: why, comment, at }) => (
            <li key={`${user.id} ${at}`}>
              {decision === "approved" ? "Согласовано" : "Не согласовано"}: {user.name}, <DateText value={at} />
              {why ? `. ${why.title}` : ""}
              {comment ? `. ${comment}` : ""}
            </li>
          ))}
        </ul>
      ) : null}
      <Suspense fallback={null}>
        {dialog === "approve" ? <ApproveDialog info={info} onClose={close} onDone={done} /> : null}
        {dialog === "reject" ? <RejectDialog info={info} onClose={close} onDone={done} /> : null}
      </Suspense>
    </section>
  );
}
