import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#console/format/money.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import { toast } from "#console/providers/toasts.ts";
import { ChangedTerms } from "#console/ui/changed-terms.tsx";
import { CodedDialog } from "#console/ui/coded-dialog.tsx";
import { useCodedAction } from "#console/ui/use-coded-action.ts";
import { useConsent } from "#console/ui/use-consent.ts";
import { registryChanges, WORKMEN_DATIVE } from "./registry-words.ts";

interface ApproveDialogProps {
  readonly info: PayrollInfo;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Approves a payment somebody else asked for: what will be paid to how many, and the code of this very version. */
export function ApproveDialog({ info: current, onClose, onDone }: ApproveDialogProps) {
  const { shown: info, changes, review } = useConsent(current, (one) => String(one.version), registryChanges);
  const action = useCodedAction();
  const { id, version } = info;
  const approve = async (otp: string, idempotencyKey: string) => {
    const { state } = await requestEndpoint(payrollRegistryEndpoints.approve, { params: { id }, body: { version, otp }, idempotencyKey });
    toast({ type: "success", message: state.id === "APPROVAL" ? "Ваше согласие записано. Ждём остальных согласующих" : "Реестр согласован, выплата запланирована" });
    onDone();
  };
  const isShort = info.balanceAfter !== null && info.balanceAfter < 0;
  return (
    <CodedDialog
      title="Утвердить выплату"
      submitTitle="Утвердить"
      action={action}
      askCode={changes === null ? () => requestEndpoint(payrollRegistryEndpoints.sendApproveCode, { params: { id }, body: { version } }) : null}
      confirm={approve}
      onClose={onClose}
    >
      {changes === null ? null : <ChangedTerms changes={changes} title="Показать новую сумму" onReview={review} />}
      <p className="confirm-sentence">
        Будет выплачено {formatRubles(info.toPay)} {countOf(info.workmenCount, WORKMEN_DATIVE)}, комиссия {formatRubles(info.commission)}
      </p>
      {info.approval ? <p>Выплату запросил(а) {info.approval.requestedBy.name}</p> : null}
      <div aria-live="polite">
        {isShort && info.balanceAfter !== null ? (
          <p className="notice-line" data-kind="warning">
            На балансе не хватает {formatRubles(-info.balanceAfter)}. Пополните его, чтобы утвердить выплату
          </p>
        ) : null}
      </div>
    </CodedDialog>
  );
}
