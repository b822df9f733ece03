import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { useAccess } from "#console/providers/access.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { ActionButton } from "./action-button.tsx";
import { startSentence } from "./registry-words.ts";
import { useSecondsUntil } from "#console/ui/use-seconds-until.ts";

/** The time in which a confirmed payout can still be taken back: until when, how long that is, and the button. */
export function UndoWindow({ info, onDone }: { info: PayrollInfo; onDone: () => void }) {
  const secondsLeft = useSecondsUntil(info.lastCancelAt === null ? 0 : Date.parse(info.lastCancelAt));
  const { run, isRunning } = useAction(payrollRegistryEndpoints.undo, { done: "Отправка отменена, деньги снова доступны" });
  const mayCancel = useAccess()("payroll-registries.execute").can && info.permissions.undo;
  if (info.lastCancelAt === null) return null;
  const isOpen = secondsLeft > 0;
  const seen = { version: info.version, cancelUntil: info.lastCancelAt };
  return (
    <div className="notice-line undo-window" data-kind="warning">
      <span>
        {isOpen ? `${startSentence(info.lastCancelAt)}. До этого её можно отменить` : "Время отмены вышло, выплата начинается"}
        {isOpen ? <span className="num undo-countdown" aria-hidden="true">{` · осталось ${countdownText(secondsLeft)}`}</span> : null}
      </span>
      {mayCancel && isOpen ? (
        <ActionButton
          isBusy={isRunning}
          onClick={() => void run({ params: { id: info.id }, body: seen }).then(onDone, onDone)}
        >
          Отменить отправку
        </ActionButton>
      ) : null}
    </div>
  );
}

/** «04:32», «1:04:32». */
export function countdownText(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
