import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#console/format/money.ts";
import { consoleConfig } from "#console/providers/console-config.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import { toast } from "#console/providers/toasts.ts";
import { ConfirmCode } from "#console/ui/confirm-code.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";
import { WORKMEN_DATIVE } from "./registry-words.ts";
import { useCodedAction } from "#console/ui/use-coded-action.ts";

interface ApproveDialogProps {
  readonly info: PayrollInfo;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Approves a payment somebody else asked for: what will be paid to how many, and the code of this very version. */
export function ApproveDialog({ info, onClose, onDone }: ApproveDialogProps) {
  const { code, sentCount, codeErrors, message, isBusy, waitSeconds, send, confirm } = useCodedAction();
  const { id, version } = info;
  const sendCode = () => send(() => requestEndpoint(payrollRegistryEndpoints.sendApproveCode, { params: { id }, body: { version } }));
  const approve = (otp: string) =>
    confirm(async (idempotencyKey) => {
      const { state } = await requestEndpoint(payrollRegistryEndpoints.approve, { params: { id }, body: { version, otp }, idempotencyKey });
      toast({ type: "success", message: state.id === "APPROVAL" ? "Ваше согласие записано. Ждём остальных согласующих" : "Реестр согласован, выплата запланирована" });
      onDone();
    });
  const isShort = info.balanceAfter !== null && info.balanceAfter < 0;
  return (
    <LightDialog title="Утвердить выплату" onClose={onClose} isLocked={isBusy}>
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
        {message ? (
          <p className="notice-line" data-kind="danger" role="alert">
            {message}
          </p>
        ) : null}
      </div>
      {code === null ? (
        <div className="row">
          <LightButton isBusy={isBusy} disabled={waitSeconds > 0} onClick={() => void sendCode()}>
            {waitSeconds > 0 ? `Получить код через ${waitSeconds}\u00A0с` : "Получить код"}
          </LightButton>
          <LightButton look="plain" disabled={isBusy} onClick={onClose}>
            Отмена
          </LightButton>
        </div>
      ) : (
        <ConfirmCode
          sentTo={code.phoneMasked}
          retryAfterSeconds={code.retryAfterSeconds}
          sentCount={sentCount}
          submitTitle="Утвердить"
          errors={codeErrors}
          hint={consoleConfig().sandbox ? <a href="/sandbox" target="_blank" rel="noreferrer">Коды демонстрационного режима</a> : undefined}
          onSubmit={approve}
          onResend={sendCode}
        />
      )}
    </LightDialog>
  );
}
