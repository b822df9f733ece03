import { useCallback } from "react";
import { payoutEndpoints, type Payout } from "#contract/payouts/payout-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { PAYOUT_LISTS } from "./payout-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

type Command = "retry" | "give-up" | "cancel";

/** Commands allowed by the payout's flags. */
export function usePayoutCommands(): (payout: Payout) => RowAction[] {
  const { show } = useModal();
  return useCallback(
    (payout: Payout): RowAction[] => {
      const { permissions: may, state } = payout;
      const ask = (command: Command) => () => show(commandWindow(command, payout));
      return [
        ...(may.retry
          ? [
              {
                key: "retry",
                label:
                  state.id === "RECEIPT_FAILED" ? "Отправить чек ещё раз" : "Повторить выплату",
                onClick: ask("retry"),
              },
            ]
          : []),
        ...(may.giveUp
          ? [
              {
                key: "give-up",
                label: "Не выплачивать",
                isDangerous: true,
                onClick: ask("give-up"),
              },
            ]
          : []),
        ...(may.cancel
          ? [
              {
                key: "cancel",
                label: "Отменить выплату",
                isDangerous: true,
                onClick: ask("cancel"),
              },
            ]
          : []),
      ];
    },
    [show],
  );
}

function commandWindow(command: Command, payout: Payout): ShownWindow {
  const { id, amount, workman, state, registryID } = payout;
  const input = () => ({ params: { id } });
  const whom = `${formatRubles(amount)} исполнителю ${workman.name}`;
  // After a cancelled payout a job needs another decision; a registry row is finished.
  const afterwards =
    registryID === null
      ? " Задание вернётся на приёмку: результат можно принять снова, предложить другую сумму или закрыть без оплаты"
      : "";
  if (command === "retry") {
    const isReceipt = state.id === "RECEIPT_FAILED";
    return {
      title: isReceipt ? "Отправить чек ещё раз" : "Повторить выплату",
      content: (
        <RecordForm
          alsoChanges={PAYOUT_LISTS}
          endpoint={payoutEndpoints.retry}
          sentence={
            isReceipt
              ? `Чек на ${whom} ещё раз уйдёт в «Мой налог»; после него начнётся выплата`
              : `Будет ещё раз отправлено ${whom}`
          }
          submitTitle={isReceipt ? "Отправить чек" : "Повторить выплату"}
          input={input}
          done={isReceipt ? "Чек отправлен ещё раз" : "Выплата отправлена ещё раз"}
        />
      ),
    };
  }
  const stop = {
    submitTitle: command === "cancel" ? "Отменить выплату" : "Вернуть деньги на баланс",
    backTitle: command === "cancel" ? "Не отменять" : "Отмена",
    isDangerous: true,
    done: "Выплата отменена, деньги вернутся на баланс",
  } as const;
  const sentence = `Не будет выплачено ${whom}. Деньги с комиссией вернутся на баланс, чек будет аннулирован.${afterwards}`;
  return {
    title: command === "cancel" ? "Отменить выплату" : "Не выплачивать",
    content: (
      <RecordForm
        {...stop}
        endpoint={command === "cancel" ? payoutEndpoints.cancel : payoutEndpoints.giveUp}
        sentence={sentence}
        input={input}
        alsoChanges={PAYOUT_LISTS}
      />
    ),
  };
}
