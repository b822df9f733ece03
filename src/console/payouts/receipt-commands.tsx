import { useCallback, useState, type ReactNode } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { receiptEndpoints, type Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import type { RowAction } from "#console/kit/columns.tsx";
import { PAYOUT_LISTS } from "./payout-lists.ts";

interface ReceiptCommands {
  /** Commands allowed by the receipt's flags. */
  readonly commandsOf: (receipt: Receipt) => RowAction[];
  readonly modal: ReactNode;
}

type Command = "retry" | "reverse" | "reissue";

export function useReceiptCommands(): ReceiptCommands {
  const [asked, setAsked] = useState<{
    readonly command: Command;
    readonly receipt: Receipt;
  } | null>(null);
  const commandsOf = useCallback(
    (receipt: Receipt): RowAction[] => [
      ...(receipt.permissions.retry
        ? [
            {
              key: "retry",
              label: "Отправить чек ещё раз",
              onClick: () => setAsked({ command: "retry", receipt }),
            },
          ]
        : []),
      ...(receipt.permissions.reissue
        ? [
            {
              key: "reissue",
              label: "Выпустить чек заново",
              onClick: () => setAsked({ command: "reissue", receipt }),
            },
          ]
        : []),
      ...(receipt.permissions.reverse
        ? [
            {
              key: "reverse",
              label: "Аннулировать чек",
              isDangerous: true,
              onClick: () => setAsked({ command: "reverse", receipt }),
            },
          ]
        : []),
    ],
    [],
  );
  const close = () => setAsked(null);
  return {
    commandsOf,
    modal: asked === null ? null : <ReceiptModal {...asked} onClose={close} />,
  };
}

interface ReceiptModalProps {
  readonly receipt: Receipt;
  readonly onClose: () => void;
}

function ReceiptModal({ command, ...modal }: ReceiptModalProps & { readonly command: Command }) {
  if (command === "retry") return <Retry {...modal} />;
  return command === "reverse" ? <Reversal {...modal} /> : <Reissue {...modal} />;
}

/** No money moves: it was paid with the annulled receipt. */
function Reissue({ receipt: { id, amount, workman }, onClose }: ReceiptModalProps) {
  return (
    <ActionModal
      endpoint={receiptEndpoints.reissue}
      title="Выпустить чек заново"
      sentence={`Вместо аннулированного чека в «Мой налог» уйдёт новый: ${formatRubles(amount)}, ${workman.name}. Деньги уже выплачены и не двигаются, дата дохода останется прежней`}
      submitTitle="Выпустить чек"
      input={() => ({ params: { id } })}
      done="Новый чек отправлен в «Мой налог»"
      changes={PAYOUT_LISTS}
      onClose={onClose}
    />
  );
}

function Retry({ receipt: { id, amount, workman, errorMessage }, onClose }: ReceiptModalProps) {
  return (
    <ActionModal
      endpoint={receiptEndpoints.retry}
      title="Отправить чек ещё раз"
      sentence={`Чек на ${formatRubles(amount)}, ${workman.name}, ещё раз уйдёт в «Мой налог». После него начнётся выплата.${errorMessage ? ` Прошлый раз отказано: ${errorMessage}` : ""}`}
      submitTitle="Отправить чек"
      input={() => ({ params: { id } })}
      done="Чек отправлен ещё раз"
      changes={PAYOUT_LISTS}
      onClose={onClose}
    />
  );
}

/**
 * Annuls a receipt with a reason of the tax service. The server checks whether its money has left.
 */
function Reversal({ receipt: { id, amount, workman }, onClose }: ReceiptModalProps) {
  return (
    <ActionModal
      endpoint={receiptEndpoints.reverse}
      title="Аннулировать чек"
      sentence={`Чек на ${formatRubles(amount)}, ${workman.name}. Вернуть его нельзя, можно только выпустить новый. Если деньги ещё не ушли, выплата отменится и они с комиссией вернутся на баланс; если выплата получена, деньги остаются у исполнителя`}
      submitTitle="Аннулировать чек"
      isDangerous
      reasons={REASONS.receiptReversal.definitions}
      comment={{
        hint: "При возврате полученных денег укажите документ: расписку, платёжное поручение",
      }}
      input={({ reasonID, comment }) => ({
        params: { id },
        body: { reasonID: reasonID as IdOf<typeof REASONS.receiptReversal>, comment },
      })}
      done="Чек аннулируется"
      changes={PAYOUT_LISTS}
      onClose={onClose}
    />
  );
}
