import { useEffect, useId, useState } from "react";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { EXECUTION_MODE, type ExecutionMode } from "#contract/registries/registry-states.ts";
import { countOf } from "#contract/values/plural.ts";
import { consoleConfig } from "#console/providers/console-config.ts";
import { ConfirmCode } from "#console/ui/confirm-code.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";
import { Obstacles } from "./dry-run-dialog.tsx";
import { confirmSentence, ROWS } from "./registry-words.ts";
import { useDryRun } from "./use-dry-run.ts";
import { useExecution } from "./use-execution.ts";

interface ExecuteDialogProps {
  readonly info: PayrollInfo;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Pays a registry: mode, what exactly will happen, the code. Nothing on the screen behind changes before the server has said yes. */
export function ExecuteDialog({ info, onClose, onDone }: ExecuteDialogProps) {
  const [mode, setMode] = useState<ExecutionMode>("VALID_ONLY");
  const { result, message, isRunning, run } = useDryRun(info.id);
  const execution = useExecution(info.id, onDone);
  useEffect(() => void run(mode), [run, mode]);
  const isCurrent = result !== null && !isRunning;
  const { code } = execution;
  return (
    <LightDialog title="Запустить выплату" onClose={onClose} isLocked={execution.isBusy}>
      <Modes mode={mode} errorsCount={info.errorsCount} isFixed={code !== null || execution.isBusy} onChange={setMode} />
      <div aria-live="polite">
        {isRunning && result === null ? <p>Считаем сумму…</p> : null}
        {message ? <p className="notice-line" data-kind="danger">{message}</p> : null}
        {isCurrent && result.canExecute ? <p className="confirm-sentence">{confirmSentence(result)}</p> : null}
        {isCurrent && !result.canExecute ? <p className="notice-line" data-kind="danger">Сейчас реестр оплатить нельзя</p> : null}
        {isCurrent ? <Obstacles result={result} /> : null}
        {execution.message ? (
          <p className="notice-line" data-kind="danger" role="alert">
            {execution.message}
          </p>
        ) : null}
      </div>
      {code === null ? (
        <div className="row">
          <LightButton isBusy={execution.isBusy} disabled={!isCurrent || !result.canExecute || execution.waitSeconds > 0} onClick={() => result && void execution.sendCode(result.version, mode)}>
            {execution.waitSeconds > 0 ? `Получить код через ${execution.waitSeconds}\u00A0с` : "Получить код"}
          </LightButton>
          <LightButton look="plain" disabled={execution.isBusy} onClick={onClose}>
            Отмена
          </LightButton>
        </div>
      ) : (
        <ConfirmCode
          sentTo={code.phoneMasked}
          retryAfterSeconds={code.retryAfterSeconds}
          sentCount={execution.sentCount}
          submitTitle="Запустить выплату"
          errors={execution.codeErrors}
          hint={consoleConfig().sandbox ? <a href="/sandbox" target="_blank" rel="noreferrer">Коды демонстрационного режима</a> : undefined}
          onSubmit={(otp) => (result ? execution.execute(result.version, mode, otp) : Promise.resolve())}
          onResend={() => (result ? execution.sendCode(result.version, mode) : Promise.resolve())}
        />
      )}
    </LightDialog>
  );
}

function Modes({ mode, errorsCount, isFixed, onChange }: { mode: ExecutionMode; errorsCount: number; isFixed: boolean; onChange: (mode: ExecutionMode) => void }) {
  const reasonId = useId();
  const isAllRefused = errorsCount > 0;
  return (
    <fieldset className="choice">
      <legend>Что выплатить</legend>
      {EXECUTION_MODE.definitions.map(({ id, title }) => {
        const isRefused = id === "ALL" && isAllRefused;
        return (
          <label key={id}>
            <input type="radio" name="mode" value={id} checked={mode === id} disabled={isFixed || isRefused} aria-describedby={isRefused ? reasonId : undefined} onChange={() => onChange(id)} /> {title}
          </label>
        );
      })}
      {isAllRefused ? (
        <span id={reasonId} className="field-hint">
          «Всё или ничего»: сначала исправьте ошибки, {countOf(errorsCount, ROWS)}
        </span>
      ) : null}
    </fieldset>
  );
}
