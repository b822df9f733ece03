import { useCallback, useState, type ReactNode } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { receiptEndpoints, type Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";
import type { RowAction } from "#console/kit/columns.tsx";
import { PAYOUT_LISTS } from "./payout-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";

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
    <ModalFrame title="Выпустить чек заново" onClose={onClose} widthPx={480}>
      <RecordForm
        endpoint={receiptEndpoints.reissue}
        sentence={`Вместо аннулированного чека в «Мой налог» уйдёт новый: ${formatRubles(amount)}, ${workman.name}. Деньги уже выплачены и не двигаются, дата дохода останется прежней`}
        submitTitle="Выпустить чек"
        input={() => ({ params: { id } })}
        done="Новый чек отправлен в «Мой налог»"
        alsoChanges={PAYOUT_LISTS}
      />
    </ModalFrame>
  );
}

function Retry({ receipt: { id, amount, workman, errorMessage }, onClose }: ReceiptModalProps) {
  return (
    <ModalFrame title="Отправить чек ещё раз" onClose={onClose} widthPx={480}>
      <RecordForm
        endpoint={receiptEndpoints.retry}
        sentence={`Чек на ${formatRubles(amount)}, ${workman.name}, ещё раз уйдёт в «Мой налог». После него начнётся выплата.${errorMessage ? ` Прошлый раз отказано: ${errorMessage}` : ""}`}
        submitTitle="Отправить чек"
        input={() => ({ params: { id } })}
        done="Чек отправлен ещё раз"
        alsoChanges={PAYOUT_LISTS}
      />
    </ModalFrame>
  );
}

/**
 * Annuls a receipt with a reason of the tax service. The server checks whether its money has left.
 */
function Reversal({ receipt: { id, amount, workman }, onClose }: ReceiptModalProps) {
  return (
    <ModalFrame title="Аннулировать чек" onClose={onClose} widthPx={480}>
      <RecordForm
        endpoint={receiptEndpoints.reverse}
        sentence={`Чек на ${formatRubles(amount)}, ${workman.name}. Вернуть его нельзя, можно только выпустить новый. Если деньги ещё не ушли, выплата отменится и они с комиссией вернутся на баланс; если выплата получена, деньги остаются у исполнителя`}
        submitTitle="Аннулировать чек"
        isDangerous
        input={({ reasonID, comment }: Reasoned) => ({
          params: { id },
          body: {
            reasonID: reasonID as IdOf<typeof REASONS.receiptReversal>,
            comment: typedComment(comment),
          },
        })}
        done="Чек аннулируется"
        alsoChanges={PAYOUT_LISTS}
      >
        <ReasonField reasons={REASONS.receiptReversal.definitions} />
        <CommentField hint="При возврате полученных денег укажите документ: расписку, платёжное поручение" />
      </RecordForm>
    </ModalFrame>
  );
}
