import { useEffect } from "react";
import type { PayrollDryRun, PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { countOf } from "#contract/values/plural.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";
import { confirmSentence, grouped, totalsSentence } from "./registry-words.ts";
import { useDryRun } from "./use-dry-run.ts";
import { useMoneySight } from "./use-registry.ts";

/** «Проверить без оплаты»: what would happen now. Nothing is written. */
export function DryRunDialog({ info, onClose }: { info: PayrollInfo; onClose: () => void }) {
  const { result, message, isRunning, run } = useDryRun(info.id);
  useEffect(() => void run("VALID_ONLY"), [run]);
  return (
    <LightDialog title="Проверка без оплаты" onClose={onClose}>
      <div aria-live="polite">
        {isRunning ? <p>Проверяем…</p> : null}
        {message ? <p className="notice-line" data-kind="danger">{message}</p> : null}
        {result ? <Outcome result={result} /> : null}
      </div>
      <div className="row">
        <LightButton onClick={onClose}>Понятно</LightButton>
        <LightButton look="plain" isBusy={isRunning} onClick={() => void run("VALID_ONLY")}>
          Проверить ещё раз
        </LightButton>
      </div>
    </LightDialog>
  );
}

function Outcome({ result }: { result: PayrollDryRun }) {
  const sight = useMoneySight();
  return (
    <>
      <p className="notice-line" data-kind={result.canExecute ? undefined : "danger"}>
        {result.canExecute ? `Реестр можно оплатить. ${sight.sums ? confirmSentence(result) : `Исполнителей: ${grouped(result.workmenCount)}`}` : "Сейчас реестр оплатить нельзя"}
      </p>
      <Obstacles result={result} />
      <p>{totalsSentence(result, sight)}</p>
      <p className="muted">Ничего не записано и не отправлено</p>
    </>
  );
}

/** Why the registry cannot be paid now, and rows that have become wrong since the check. */
export function Obstacles({ result }: { result: PayrollDryRun }) {
  if (result.obstacles.length + result.notes.length + result.problems.length === 0) return null;
  return (
    <ul className="obstacles">
      {result.notes.map((note) => (
        <li key={note}>{note}. Это нужно сделать до утверждения</li>
      ))}
      {result.obstacles.map((obstacle) => (
        <li key={obstacle}>{obstacle}</li>
      ))}
      {result.problems.map(({ cause, message, count }) => (
        <li key={cause}>
          {message}: {countOf(count, ["строка", "строки", "строк"])}
        </li>
      ))}
    </ul>
  );
}
