import { lazy, Suspense, useState } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { formatRubles } from "#console/format/money.ts";
import { useAccess } from "#console/providers/access.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { ActionButton } from "./action-button.tsx";
import { registryName } from "./registry-words.ts";

const ApproveDialog = lazy(() => import("./approve-dialog.tsx").then(({ ApproveDialog }) => ({ default: ApproveDialog })));
const ReasonDialog = lazy(() => import("./reason-dialog.tsx").then(({ ReasonDialog }) => ({ default: ReasonDialog })));

/** Whose approval a payment waits for, with the buttons of those who may decide, and what has been decided before. */
export function ApprovalPanel({ info, onChanged }: { info: PayrollInfo; onChanged: () => void }) {
  const [dialog, setDialog] = useState<"approve" | "reject" | null>(null);
  const { run: reject, isRunning } = useAction(payrollRegistryEndpoints.rejectApproval, { done: "Реестр возвращён автору" });
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
            {approval.requestedBy.name} просит согласовать выплату {formatRubles(info.toPay)}, <DateText value={approval.requestedAt} />.{" "}
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
        {dialog === "reject" ? (
          <ReasonDialog
            title={`Отклонить ${registryName(info).toLowerCase()}`}
            submitTitle="Отклонить"
            reasons={REASONS.registryReject.definitions}
            hasComment
            isBusy={isRunning}
            onClose={close}
            onSubmit={async (reasonID, comment) => {
              await reject({ params: { id: info.id }, body: { reasonID: reasonID as RejectReason, comment } });
              done();
            }}
          >
            <p>Реестр вернётся автору: его можно будет исправить и отправить снова</p>
          </ReasonDialog>
        ) : null}
      </Suspense>
    </section>
  );
}

type RejectReason = keyof typeof REASONS.registryReject.titles;
