import { useCallback, useState, type ReactNode } from "react";
import { payoutEndpoints, type Payout } from "#contract/payouts/payout-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";
import type { RowAction } from "#console/kit/columns.tsx";
import { PAYOUT_LISTS } from "./payout-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

type Command = "retry" | "give-up" | "cancel";

interface PayoutCommands {
  /** Commands allowed by the payout's flags. */
  readonly commandsOf: (payout: Payout) => RowAction[];
  readonly modal: ReactNode;
}

export function usePayoutCommands(): PayoutCommands {
  const [asked, setAsked] = useState<{ readonly command: Command; readonly payout: Payout } | null>(
    null,
  );
  const commandsOf = useCallback((payout: Payout): RowAction[] => {
    const { permissions: may, state } = payout;
    const ask = (command: Command) => () => setAsked({ command, payout });
    return [
      ...(may.retry
        ? [
            {
              key: "retry",
              label: state.id === "RECEIPT_FAILED" ? "Отправить чек ещё раз" : "Повторить выплату",
              onClick: ask("retry"),
            },
          ]
        : []),
      ...(may.giveUp
        ? [{ key: "give-up", label: "Не выплачивать", isDangerous: true, onClick: ask("give-up") }]
        : []),
      ...(may.cancel
        ? [{ key: "cancel", label: "Отменить выплату", isDangerous: true, onClick: ask("cancel") }]
        : []),
    ];
  }, []);
  return {
    commandsOf,
    modal: asked ? <PayoutModal {...asked} onClose={() => setAsked(null)} /> : null,
  };
}

function PayoutModal({
  command,
  payout,
  onClose,
}: {
  readonly command: Command;
  readonly payout: Payout;
  readonly onClose: () => void;
}) {
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
    return (
      <ModalFrame
        title={isReceipt ? "Отправить чек ещё раз" : "Повторить выплату"}
        onClose={onClose}
        widthPx={480}
      >
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
      </ModalFrame>
    );
  }
  const stop = {
    submitTitle: command === "cancel" ? "Отменить выплату" : "Вернуть деньги на баланс",
    backTitle: command === "cancel" ? "Не отменять" : "Отмена",
    isDangerous: true,
    done: "Выплата отменена, деньги вернутся на баланс",
  } as const;
  const sentence = `Не будет выплачено ${whom}. Деньги с комиссией вернутся на баланс, чек будет аннулирован.${afterwards}`;
  return (
    <ModalFrame
      title={command === "cancel" ? "Отменить выплату" : "Не выплачивать"}
      onClose={onClose}
      widthPx={480}
    >
      <RecordForm
        {...stop}
        endpoint={command === "cancel" ? payoutEndpoints.cancel : payoutEndpoints.giveUp}
        sentence={sentence}
        input={input}
        alsoChanges={PAYOUT_LISTS}
      />
    </ModalFrame>
  );
}
