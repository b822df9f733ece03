import { useCan } from "@refinedev/core";
import { Alert, Space } from "antd";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { formatRubles } from "#web/format/money.ts";
import { CommandButton } from "#console/kit/command-button.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { DateText } from "#console/kit/date-text.tsx";
import type { RegistryPartProps } from "../registry-kind.ts";
import { approveWindow } from "./approve-modal.tsx";
import { rejectWindow } from "./reject-modal.tsx";
import { useModal } from "#web/modals/use-modal.ts";

export function ApprovalPanel({ info, onChanged }: RegistryPartProps<PayrollInfo>) {
  const { show } = useModal();
  const mayDecide = useCan(right("payroll-registries.approve")).data?.can;
  const { approval, approvals, permissions } = info;
  if (approval === null && approvals.length === 0) return null;
  const reason = permissions.approve
    ? null
    : (permissions.forbidden["approve"] ?? "Сейчас это действие недоступно");
  return (
    <section aria-label="Согласование">
      {approval ? (
        <Alert
          type="warning"
          role="note"
          style={{ marginBottom: 8 }}
          message={
            <>
              {approval.requestedBy.name} просит согласовать выплату
              {info.toPay === null ? "" : ` ${formatRubles(info.toPay)}`},{" "}
              <DateText value={approval.requestedAt} />.{" "}
              {approval.tiers
                .map(
                  ({ needed, given, roles }) =>
                    `Согласовано ${given} из ${needed}: ${roles.map(({ title }) => title).join(", ")}`,
                )
                .join(". ")}
            </>
          }
          action={
            mayDecide ? (
              <Space wrap>
                <CommandButton
                  type="primary"
                  reason={reason}
                  onClick={() => show(approveWindow({ info, onSettled: onChanged }))}
                >
                  Утвердить
                </CommandButton>
                <CommandButton reason={reason} onClick={() => show(rejectWindow(info, onChanged))}>
                  Отклонить
                </CommandButton>
              </Space>
            ) : null
          }
        />
      ) : null}
      {approvals.length > 0 ? (
        <ul className="plain-list muted">
          {approvals.map(({ user, decision, reason: why, comment, at }) => (
            <li key={`${user.id} ${at}`}>
              {decision === "approved" ? "Согласовано" : "Не согласовано"}: {user.name},{" "}
              <DateText value={at} />
              {why ? `. ${why.title}` : ""}
              {comment ? `. ${comment}` : ""}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
