import { REASONS } from "#contract/definitions/reasons.ts";
import { PAYOUT_TRANSITIONS } from "#contract/payouts/payout-states.ts";
import { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import { formatRubles } from "#web/format/money.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

interface PayoutCommand {
  readonly kind: "retry" | "give-up" | "reverse";
  readonly item: PayrollItem;
}

export function canGiveUp({ permissions, payout }: PayrollItem): boolean {
  return (
    permissions.retry &&
    payout !== null &&
    (PAYOUT_TRANSITIONS.giveUp.from as readonly string[]).includes(payout.state.id)
  );
}

export function payoutWindow({ kind, item }: PayoutCommand, onChanged: () => void): ShownWindow {
  const params = { id: item.id };
  const workman = item.workman?.name ?? item.cells["fullName"] ?? "";
  const whom = `${formatRubles(item.amount)} исполнителю ${workman}`.trim();
  if (kind === "retry")
    return {
      title: "Повторить выплату",
      content: (
        <RecordForm
          onSettled={onChanged}
          endpoint={payrollRegistryEndpoints.retryItem}
          sentence={`Будет ещё раз отправлено ${whom}, строка ${item.line}`}
          submitTitle="Повторить выплату"
          input={() => ({ params })}
          done="Выплата отправлена ещё раз"
        />
      ),
    };
  if (kind === "give-up")
    return {
      title: "Отменить выплату",
      content: (
        <RecordForm
          onSettled={onChanged}
          endpoint={payrollRegistryEndpoints.giveUpItem}
          sentence={`Не будет выплачено ${whom}, строка ${item.line}. Деньги вернутся на баланс, чек будет аннулирован`}
          submitTitle="Отменить выплату"
          backTitle="Не отменять"
          isDangerous
          input={() => ({ params })}
          done="Выплата отменена, деньги вернутся на баланс"
        />
      ),
    };
  const isPaid = item.payout?.state.id === "PAID";
  const whose = [workman, item.amount === null ? "" : formatRubles(item.amount)]
    .filter(Boolean)
    .join(", ");
  return {
    title: "Аннулировать чек",
    content: (
      <RecordForm
        onSettled={onChanged}
        endpoint={receiptEndpoints.reverse}
        sentence={`Будет аннулирован чек: ${whose}, строка ${item.line}. Вернуть его нельзя, можно только выпустить новый. ${isPaid ? "Выплата уже получена, деньги остаются у исполнителя" : "Выплата будет отменена, деньги и комиссия вернутся на баланс"}`}
        submitTitle="Аннулировать чек"
        isDangerous
        input={({ reasonID, comment }: Reasoned) => ({
          params: { id: item.receipt?.id ?? 0 },
          body: {
            reasonID: reasonID as keyof typeof REASONS.receiptReversal.titles,
            comment: typedComment(comment),
          },
        })}
        done="Чек аннулируется"
      >
        <ReasonField reasons={REASONS.receiptReversal.definitions} />
        <CommentField
          hint={
            isPaid
              ? "При возврате средств укажите документ: расписку, платёжное поручение"
              : undefined
          }
        />
      </RecordForm>
    ),
  };
}
