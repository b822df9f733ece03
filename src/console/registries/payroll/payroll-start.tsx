import { useCan } from "@refinedev/core";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { CommandButton } from "#console/kit/command-button.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { reasonOf } from "../registry-commands.tsx";
import type { RegistryFigure, RegistryStartProps } from "../registry-kind.ts";
import { moneyFigures, moneyText } from "../registry-labels.ts";
import { useMoneySight } from "../use-registry.ts";
import { useSettleFirst } from "../use-settle-first.ts";
import { executeWindow } from "./execute-modal.tsx";
import { PAYROLL } from "./payroll-kind.ts";

export function PayrollStart({ info, onChanged, settle }: RegistryStartProps<PayrollInfo>) {
  const { show } = useModal();
  const { isSettling, settleFirst } = useSettleFirst(settle);
  const mayExecute = useCan(right("payroll-registries.execute")).data?.can;
  const isConfirmed = info.state.id === "APPROVAL" || info.state.id === "SCHEDULED";
  return mayExecute && !isConfirmed ? (
    <CommandButton
      type="primary"
      loading={isSettling}
      reason={reasonOf(info.permissions, "canExecute")}
      onClick={() => void settleFirst(() => show(executeWindow({ info, onSettled: onChanged })))}
    >
      {PAYROLL.info.executes}
    </CommandButton>
  ) : null;
}

export function usePayrollFigures(info: PayrollInfo): readonly RegistryFigure[] {
  return moneyFigures(info, useMoneySight(PAYROLL)).map((one) => ({
    key: one.key,
    text: moneyText(one),
    isBad: one.isBad,
  }));
}
