import { useCallback } from "react";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { canGiveUp, payoutWindow } from "./payout-modal.tsx";

/** Commands allowed by the flags of a paid row. */
export function usePayoutActions(onChanged: () => void): (item: PayrollItem) => RowAction[] {
  const { show } = useModal();
  return useCallback(
    (item: PayrollItem): RowAction[] => {
      return [
        ...(item.permissions.retry
          ? [
              {
                key: "retry",
                label: "Повторить выплату",
                onClick: () => show(payoutWindow({ kind: "retry", item }, onChanged)),
              },
            ]
          : []),
        ...(canGiveUp(item)
          ? [
              {
                key: "give-up",
                label: "Отменить выплату",
                isDangerous: true,
                onClick: () => show(payoutWindow({ kind: "give-up", item }, onChanged)),
              },
            ]
          : []),
        ...(item.permissions.reverseReceipt
          ? [
              {
                key: "reverse",
                label: "Аннулировать чек",
                isDangerous: true,
                onClick: () => show(payoutWindow({ kind: "reverse", item }, onChanged)),
              },
            ]
          : []),
      ];
    },
    [show, onChanged],
  );
}
