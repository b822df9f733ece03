import { useCan } from "@refinedev/core";
import { Alert, Space } from "antd";
import { useState } from "react";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { formatRubles } from "#web/format/money.ts";
import { CommandButton } from "#console/kit/command-button.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { DateText } from "#console/kit/date-text.tsx";
import type { RegistryPartProps } from "../registry-kind.ts";
import { ApproveModal } from "./approve-modal.tsx";
import { RejectModal } from "./reject-modal.tsx";

export function ApprovalPanel({ info, onChanged }: RegistryPartProps<PayrollInfo>) {
  const [modal, setModal] = useState<"approve" | "reject" | null>(null);
  const mayDecide = useCan(right("payroll-registries.approve")).data?.can;
  const { approval, approvals, permissions } = info;
  if (approval === null && approvals.length === 0) return null;
  const reason = permissions.approve
    ? null
    : (permissions.forbidden["approve"] ?? "Сейчас это действие недоступно");
  const modalProps = { info, onClose: () => setModal(null), onSettled: onChanged };
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
                <CommandButton type="primary" reason={reason} onClick={() => setModal("approve")}>
                  Утвердить
                </CommandButton>
                <CommandButton reason={reason} onClick={() => setModal("reject")}>
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
      {modal === "approve" ? <ApproveModal {...modalProps} /> : null}
      {modal === "reject" ? <RejectModal {...modalProps} /> : null}
    </section>
  );
}
