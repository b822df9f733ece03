import type { ReactNode } from "react";
import type { CodeSent } from "#contract/auth/session.ts";
import { consoleConfig } from "#console/providers/console-config.ts";
import { ConfirmCode } from "./confirm-code.tsx";
import { LightButton } from "./light/light-button.tsx";
import { DialogMessage, LightDialog } from "./light/light-dialog.tsx";
import type { CodedAction } from "./use-coded-action.ts";

interface CodedDialogProps {
  readonly title: string;
  /** Words of the button that sends the code back. */
  readonly submitTitle: string;
  readonly backTitle?: string;
  readonly action: CodedAction;
  /** Asks for a code of exactly what the window shows; `null` while there is nothing to confirm, which closes the button. */
  readonly askCode: (() => Promise<CodeSent>) | null;
  /** The call that the code confirms, its success included: a refusal is shown by the window. */
  readonly confirm: (otp: string, idempotencyKey: string) => Promise<void>;
  readonly onClose: () => void;
  /** What will happen, said before the code is asked for. */
  readonly children: ReactNode;
}

/** The window of an action that a one-time code confirms: what will happen, the button for the code, then the code. */
export function CodedDialog({ title, submitTitle, backTitle = "Отмена", action, askCode, confirm, onClose, children }: CodedDialogProps) {
  const { code, isBusy, waitSeconds } = action;
  const handleSend = async () => {
    if (askCode) await action.send(askCode);
  };
  return (
    <LightDialog title={title} onClose={onClose} isLocked={isBusy}>
      {children}
      <DialogMessage text={action.message} />
      {code === null ? (
        <div className="row">
          <LightButton isBusy={isBusy} disabled={askCode === null || waitSeconds > 0} onClick={() => void handleSend()}>
            {waitSeconds > 0 ? `Получить код через ${waitSeconds}\u00A0с` : "Получить код"}
          </LightButton>
          <LightButton look="plain" disabled={isBusy} onClick={onClose}>
            {backTitle}
          </LightButton>
        </div>
      ) : (
        <ConfirmCode
          sentTo={code.phoneMasked}
          retryAfterSeconds={code.retryAfterSeconds}
          sentCount={action.sentCount}
          submitTitle={submitTitle}
          errors={action.codeErrors}
          hint={consoleConfig().sandbox ? <a href="/sandbox" target="_blank" rel="noreferrer">Коды демонстрационного режима</a> : undefined}
          onSubmit={(otp) => action.confirm((idempotencyKey) => confirm(otp, idempotencyKey))}
          onResend={handleSend}
        />
      )}
    </LightDialog>
  );
}
