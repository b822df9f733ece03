import { Alert, Button, Typography } from "antd";
import { useEffect } from "react";
import { fileTotalSentence, type FileTotal } from "#contract/registries/file-total.ts";
import { repeatsSentence, type PayrollRepeats } from "#contract/registries/paid-before.ts";
import type { PayrollDryRun, PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { confirmSentence, groupedDigits, totalsSentence } from "../registry-labels.ts";
import { useMoneySight } from "../use-registry.ts";
import { ProgressBar } from "../progress-bar.tsx";
import { ComparedWithLast } from "./compared-with-last.tsx";
import { PAYROLL } from "./payroll-kind.ts";
import { useDryRun } from "./use-dry-run.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { TopUpButton } from "#console/kit/top-up-button.tsx";
import { useWindow } from "#web/modals/window-controls.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

export function dryRunWindow(info: PayrollInfo): ShownWindow {
  return { title: "Проверка без оплаты", widthPx: 520, content: <DryRun info={info} /> };
}

function DryRun({ info }: { info: PayrollInfo }) {
  const { close } = useWindow();
  const { result, message, isRunning, isWaiting, run } = useDryRun(info.id);
  useEffect(() => void run("VALID_ONLY"), [run]);
  return (
    <>
      <div aria-live="polite">
        {isRunning && result === null ? <p>Проверяем…</p> : null}
        {message ? <Alert role="note" type="error" message={message} /> : null}
        {result && isWaiting ? <TaxCheckProgress check={result.taxCheck} /> : null}
        {result && !isWaiting ? <Outcome result={result} /> : null}
      </div>
      <ComparedWithLast info={info} onLeave={close} />
      <WindowFoot>
        <Button loading={isRunning || isWaiting} onClick={() => void run("VALID_ONLY")}>
          Проверить ещё раз
        </Button>
        <Button type="primary" onClick={close}>
          Закрыть
        </Button>
      </WindowFoot>
    </>
  );
}

function Outcome({ result }: { result: PayrollDryRun }) {
  const sight = useMoneySight(PAYROLL);
  const { fileTotal } = result;
  const repeats = shownRepeats(result);
  return (
    <>
      <Alert
        style={{ marginBottom: 12 }}
        role="note"
        showIcon
        type={result.canExecute ? "success" : "error"}
        message={
          result.canExecute
            ? `Реестр можно оплатить. ${sight.sums ? confirmSentence(result) : `Исполнителей: ${groupedDigits(result.workmenCount)}`}`
            : "Сейчас реестр оплатить нельзя"
        }
      />
      <DryRunRefusals result={result} />
      {repeats ? (
        <Alert
          style={{ marginBottom: 16 }}
          role="note"
          type="warning"
          message={repeatsSentence(repeats)}
        />
      ) : null}
      <p>{totalsSentence(result, sight)}</p>
      {fileTotal ? (
        <p>
          <Typography.Text type={fileTotal.excess > 0 ? "warning" : undefined}>
            {fileTotalSentence(fileTotal, result.errorsCount)}
          </Typography.Text>
        </p>
      ) : null}
      <p className="muted">Ничего не записано и не отправлено</p>
    </>
  );
}

export function shownRepeats({ repeats }: PayrollDryRun): PayrollRepeats | null {
  return repeats.rows > 0 ? repeats : null;
}

/** Paid more than the file adds up to. */
export function exceededTotal({ fileTotal }: PayrollDryRun): FileTotal | null {
  return fileTotal !== null && fileTotal.excess > 0 ? fileTotal : null;
}

/** Promises nothing before the tax service has answered. */
export function TaxCheckProgress({ check: { done, total } }: { check: PayrollDryRun["taxCheck"] }) {
  const text = `${groupedDigits(done)} из ${groupedDigits(total)}`;
  return (
    <>
      <p>Спрашиваем налоговую о статусах исполнителей: {text}</p>
      <ProgressBar percent={(done / total) * 100} label="Проверка статусов" text={text} />
    </>
  );
}

export function DryRunRefusals({ result }: { result: PayrollDryRun }) {
  if (result.obstacles.length + result.notes.length + result.problems.length === 0) return null;
  const rest = result.balanceAfter ?? 0;
  return (
    <>
      <ul>
        {result.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {result.obstacles.map((refusal) => (
          <li key={refusal}>{refusal}</li>
        ))}
        {result.problems.map(({ cause, message, count }) => (
          <li key={cause}>
            {message}: {countOf(count, ROWS)}
          </li>
        ))}
      </ul>
      {rest < 0 ? (
        <p>
          <TopUpButton missing={-rest} />
        </p>
      ) : null}
    </>
  );
}
