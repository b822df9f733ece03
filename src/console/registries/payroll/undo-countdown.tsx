import { useCan } from "@refinedev/core";
import { Alert } from "antd";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { CommandButton } from "#console/kit/command-button.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useSecondsUntil } from "#console/kit/use-seconds-until.ts";
import type { RegistryPartProps } from "../registry-kind.ts";
import { startSentence } from "../registry-labels.ts";

export function UndoCountdown({ info, onChanged }: RegistryPartProps<PayrollInfo>) {
  const secondsLeft = useSecondsUntil(
    info.lastCancelAt === null ? 0 : Date.parse(info.lastCancelAt),
  );
  const { run, isRunning } = useCommand(payrollRegistryEndpoints.undo, {
    done: "Отправка отменена, деньги снова доступны",
  });
  const mayCancel = useCan(right("payroll-registries.execute")).data?.can && info.permissions.undo;
  if (info.state.id !== "SCHEDULED" || info.lastCancelAt === null) return null;
  const isOpen = secondsLeft > 0;
  const seen = { version: info.version, cancelUntil: info.lastCancelAt };
  return (
    <Alert
      type="warning"
      role="note"
      style={{ marginBottom: 8 }}
      message={
        <>
          <span>
            {isOpen
              ? `${startSentence(info.lastCancelAt)}. До этого её можно отменить`
              : "Время отмены вышло, выплата начинается"}
          </span>
          {isOpen ? (
            <span
              className="num undo-countdown"
              aria-hidden="true"
            >{` · осталось ${countdownText(secondsLeft)}`}</span>
          ) : null}
        </>
      }
      action={
        mayCancel && isOpen ? (
          <CommandButton
            loading={isRunning}
            onClick={() => void run({ params: { id: info.id }, body: seen }).then(onChanged)}
          >
            Отменить отправку
          </CommandButton>
        ) : null
      }
    />
  );
}

/** «04:32», «1:04:32». */
export function countdownText(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
