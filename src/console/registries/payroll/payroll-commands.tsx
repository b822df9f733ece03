import { useCan } from "@refinedev/core";
import { hasStarted } from "#contract/registries/registry-states.ts";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { CommandButton } from "#console/kit/command-button.tsx";
import { useIsNarrow } from "#console/kit/use-is-phone.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { detailOf } from "#console/calls/problem-details.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { toastError } from "#console/calls/use-endpoint.ts";
import { reasonOf, RegistryCommands } from "../registry-commands.tsx";
import type { RegistryCommandsProps } from "../registry-kind.ts";
import { groupedDigits } from "../registry-labels.ts";
import { useSettleFirst } from "../use-settle-first.ts";
import { ComparedPeople } from "./compared-with-last.tsx";
import { dryRunWindow } from "./dry-run-modal.tsx";
import { PAYROLL } from "./payroll-kind.ts";
import { repeatWindow } from "./repeat-modal.tsx";
import { retryableCount, retryAllWindow } from "./retry-all-modal.tsx";
import { useRegistryPapers } from "./use-registry-papers.tsx";
import { useModal } from "#web/modals/use-modal.ts";

export function PayrollCommands({ settle, ...shared }: RegistryCommandsProps<PayrollInfo>) {
  const { info, onChanged } = shared;
  const { permissions, state } = info;
  const navigate = useNavigate();
  const [isComparing, setIsComparing] = useState(false);
  const { show } = useModal();
  const { settleFirst } = useSettleFirst(settle);
  const { run: correct, isRunning: isCorrecting } = useCommand(payrollRegistryEndpoints.correct, {
    done: "Строки с ошибками перенесены в новый реестр",
    onRefused: (error) => {
      toastError(error);
      // A correcting registry exists: open it.
      const living = Number(detailOf(error, "registryID"));
      if (living > 0) void navigate(`${PAYROLL.path}/${living}`);
    },
  });
  const isNarrow = useIsNarrow();
  const mayEdit = useCan(right(PAYROLL.edit)).data?.can;
  const mayExecute = useCan(right("payroll-registries.execute")).data?.can;
  const papers = useRegistryPapers(info);
  const retryCount = retryableCount(info);
  const isClosed = hasStarted(state.id) || state.id === "CANCELED" || state.id === "APPROVAL";
  const handleCorrect = async () => {
    const created = await correct({ params: { id: info.id } });
    if (created) void navigate(`${PAYROLL.path}/${created.id}`);
  };
  return (
    <>
      <RegistryCommands
        {...shared}
        kind={PAYROLL}
        more={[
          ...(mayEdit && !isClosed && isNarrow
            ? [
                {
                  key: "dry-run",
                  label: "Проверить без оплаты",
                  reason: reasonOf(permissions, "dryRun"),
                  onClick: () => void settleFirst(() => show(dryRunWindow(info))),
                },
              ]
            : []),
          {
            key: "repeat",
            label: "Повторить…",
            reason: reasonOf(permissions, "repeat"),
            onClick: () => void settleFirst(() => show(repeatWindow(info))),
          },
        ]}
        readings={[
          ...(isNarrow ? papers : []),
          {
            key: "compare",
            label: "Сравнить с прошлым",
            onClick: () => void settleFirst(() => setIsComparing(true)),
          },
        ]}
        cancelNote={state.id === "APPROVAL" ? "Запрос на согласование будет снят. " : ""}
      >
        {mayEdit && permissions.correct ? (
          <CommandButton loading={isCorrecting} onClick={() => void handleCorrect()}>
            Исправить ошибки в новом реестре
          </CommandButton>
        ) : null}
        {mayExecute && hasStarted(state.id) && retryCount > 0 ? (
          <CommandButton onClick={() => show(retryAllWindow({ info, onSettled: onChanged }))}>
            Повторить все не прошедшие ({groupedDigits(retryCount)})
          </CommandButton>
        ) : null}
        {isNarrow
          ? null
          : papers.map(({ key, label, isRunning, onClick }) => (
              <CommandButton key={key} loading={isRunning} onClick={onClick}>
                {label}
              </CommandButton>
            ))}
        {mayEdit && !isClosed && !isNarrow ? (
          <CommandButton
            reason={reasonOf(permissions, "dryRun")}
            onClick={() => void settleFirst(() => show(dryRunWindow(info)))}
          >
            Проверить без оплаты
          </CommandButton>
        ) : null}
      </RegistryCommands>
      {isComparing ? (
        <Suspense>
          <ComparedPeople
            info={info}
            onClose={() => setIsComparing(false)}
            onLeave={() => setIsComparing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
