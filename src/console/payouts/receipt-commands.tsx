import { useCallback } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { receiptEndpoints, type Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { PAYOUT_LISTS } from "./payout-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

/** Commands allowed by the receipt's flags. */
export function useReceiptCommands(): (receipt: Receipt) => RowAction[] {
  const { show } = useModal();
  return useCallback(
    (receipt: Receipt): RowAction[] => [
      ...(receipt.permissions.retry
        ? [
            {
              key: "retry",
              label: "Отправить чек ещё раз",
              onClick: () => show(retryWindow(receipt)),
            },
          ]
        : []),
      ...(receipt.permissions.reissue
        ? [
            {
              key: "reissue",
              label: "Выпустить чек заново",
              onClick: () => show(reissueWindow(receipt)),
            },
          ]
        : []),
      ...(receipt.permissions.reverse
        ? [
            {
              key: "reverse",
              label: "Аннулировать чек",
              isDangerous: true,
              onClick: () => show(reversalWindow(receipt)),
            },
          ]
        : []),
    ],
    [show],
  );
}

/** No money moves: it was paid with the annulled receipt. */
function reissueWindow({ id, amount, workman }: Receipt): ShownWindow {
  return {
    title: "Выпустить чек заново",
    content: (
      <RecordForm
        endpoint={receiptEndpoints.reissue}
        sentence={`Вместо аннулированного чека в «Мой налог» уйдёт новый: ${formatRubles(amount)}, ${workman.name}. Деньги уже выплачены и не двигаются, дата дохода останется прежней`}
        submitTitle="Выпустить чек"
        input={() => ({ params: { id } })}
        done="Новый чек отправлен в «Мой налог»"
        alsoChanges={PAYOUT_LISTS}
      />
    ),
  };
}

function retryWindow({ id, amount, workman, errorMessage }: Receipt): ShownWindow {
  return {
    title: "Отправить чек ещё раз",
    content: (
      <RecordForm
        endpoint={receiptEndpoints.retry}
        sentence={`Чек на ${formatRubles(amount)}, ${workman.name}, ещё раз уйдёт в «Мой налог». После него начнётся выплата.${errorMessage ? ` Прошлый раз отказано: ${errorMessage}` : ""}`}
        submitTitle="Отправить чек"
        input={() => ({ params: { id } })}
        done="Чек отправлен ещё раз"
        alsoChanges={PAYOUT_LISTS}
      />
    ),
  };
}

/**
 * Annuls a receipt with a reason of the tax service. The server checks whether its money has left.
 */
function reversalWindow({ id, amount, workman }: Receipt): ShownWindow {
  return {
    title: "Аннулировать чек",
    content: (
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
    ),
  };
}
