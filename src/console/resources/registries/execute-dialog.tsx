import { useEffect, useId, useState } from "react";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { EXECUTION_MODE, type ExecutionMode } from "#contract/registries/registry-states.ts";
import { countOf } from "#contract/values/plural.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import { toast } from "#console/providers/toasts.ts";
import { ChangedTerms } from "#console/ui/changed-terms.tsx";
import { CodedDialog } from "#console/ui/coded-dialog.tsx";
import { useCodedAction } from "#console/ui/use-coded-action.ts";
import { Obstacles } from "./dry-run-dialog.tsx";
import { confirmSentence, ROWS } from "./registry-words.ts";
import { useDryRun } from "./use-dry-run.ts";

interface ExecuteDialogProps {
  readonly info: PayrollInfo;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Pays a registry: mode, what exactly will happen, the code. Nothing on the screen behind changes before the server has said yes. */
export function ExecuteDialog({ info, onClose, onDone }: ExecuteDialogProps) {
  const [mode, setMode] = useState<ExecutionMode>("VALID_ONLY");
  const { result, message, isRunning, run } = useDryRun(info.id);
  const action = useCodedAction();
  useEffect(() => void run(mode), [run, mode]);
  const isCurrent = result !== null && !isRunning;
  const params = { id: info.id };
  // What the code is asked for is what it pays: the version and mode that have just been counted.
  // Edited by somebody else since it was counted: what the window says would not be what is paid.
  const isOld = isCurrent && result.version < info.version;
  const counted = isCurrent && !isOld && result.canExecute ? { version: result.version, mode } : null;
  const execute = async (otp: string, idempotencyKey: string) => {
    if (!counted) return;
    const { state } = await requestEndpoint(payrollRegistryEndpoints.execute, { params, body: { ...counted, otp }, idempotencyKey });
    toast({ type: "success", message: state.id === "APPROVAL" ? "Реестр отправлен на согласование" : "Выплата подтверждена" });
    onDone();
  };
  return (
    <CodedDialog
      title="Запустить выплату"
      submitTitle="Запустить выплату"
      action={action}
      askCode={counted && (() => requestEndpoint(payrollRegistryEndpoints.sendExecuteCode, { params, body: counted }))}
      confirm={execute}
      onClose={onClose}
    >
      <Modes mode={mode} errorsCount={info.errorsCount} isFixed={action.code !== null || action.isBusy} onChange={setMode} />
      {isOld ? <ChangedTerms changes="Реестр изменился, пока окно было открыто. Сумма и строки могли стать другими" title="Пересчитать" onReview={() => void run(mode)} /> : null}
      <div aria-live="polite">
        {isRunning && result === null ? <p>Считаем сумму…</p> : null}
        {message ? <p className="notice-line" data-kind="danger">{message}</p> : null}
        {isCurrent && result.canExecute ? <p className="confirm-sentence">{confirmSentence(result)}</p> : null}
        {isCurrent && !result.canExecute ? <p className="notice-line" data-kind="danger">Сейчас реестр оплатить нельзя</p> : null}
        {isCurrent ? <Obstacles result={result} /> : null}
      </div>
    </CodedDialog>
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
