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

import { ComparedPeople } from "./compared-with-last.tsx";
import { DryRunModal } from "./dry-run-modal.tsx";
import { ExecuteModal } from "./execute-modal.tsx";
import { PAYROLL } from "./payroll-kind.ts";
import { RepeatModal } from "./repeat-modal.tsx";

type Opened = "execute" | "dry-run" | "repeat" | "compare";

export function PayrollCommands({ settle, ...shared }: RegistryCommandsProps<PayrollInfo>) {
  const { info, onChanged } = shared;
  const { permissions, state } = info;
  const navigate = useNavigate();
  const [modal, setModal] = useState<Opened | null>(null);
  const [isSettling, setIsSettling] = useState(false);
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
  const isClosed = hasStarted(state.id) || state.id === "CANCELED" || state.id === "APPROVAL";
  const close = () => setModal(null);
  const openSettled = async (next: Opened) => {
    setIsSettling(true);
    try {
      await settle();
      setModal(next);
    } finally {
      setIsSettling(false);
    }
  };
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
                  onClick: () => void openSettled("dry-run"),
                },
              ]
            : []),
          {
            key: "repeat",
            label: "Повторить…",
            reason: reasonOf(permissions, "repeat"),
            onClick: () => void openSettled("repeat"),
          },
        ]}
        readings={[
          {
            key: "compare",
            label: "Сравнить с прошлым",
            onClick: () => void openSettled("compare"),
          },
        ]}
        cancelNote={state.id === "APPROVAL" ? "Запрос на согласование будет снят. " : ""}
        main={
          mayExecute && !isClosed && state.id !== "SCHEDULED" ? (
            <CommandButton
              type="primary"
              loading={isSettling}
              reason={reasonOf(permissions, "canExecute")}
              onClick={() => void openSettled("execute")}
            >
              Запустить выплату
            </CommandButton>
          ) : null
        }
      >
        {mayEdit && permissions.correct ? (
          <CommandButton loading={isCorrecting} onClick={() => void handleCorrect()}>
            Исправить ошибки в новом реестре
          </CommandButton>
        ) : null}
        {mayEdit && !isClosed && !isNarrow ? (
          <CommandButton
            reason={reasonOf(permissions, "dryRun")}
            onClick={() => void openSettled("dry-run")}
          >
            Проверить без оплаты
          </CommandButton>
        ) : null}
      </RegistryCommands>
      {modal === "execute" ? (
        <ExecuteModal info={info} onClose={close} onSettled={onChanged} />
      ) : null}
      {modal === "repeat" ? <RepeatModal info={info} onClose={close} /> : null}
      {modal === "compare" ? (
        <Suspense>
          <ComparedPeople info={info} onClose={close} onLeave={close} />
        </Suspense>
      ) : null}
      {modal === "dry-run" ? <DryRunModal info={info} onClose={close} /> : null}
    </>
  );
}
