import { REASONS } from "#contract/definitions/reasons.ts";
import { PAYOUT_TRANSITIONS } from "#contract/payouts/payout-states.ts";
import { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import { formatRubles } from "#web/format/money.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";

export interface PayoutCommand {
  readonly kind: "retry" | "give-up" | "reverse";
  readonly item: PayrollItem;
}

interface PayoutModalProps extends PayoutCommand {
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function canGiveUp({ permissions, payout }: PayrollItem): boolean {
  return (
    permissions.retry &&
    payout !== null &&
    (PAYOUT_TRANSITIONS.giveUp.from as readonly string[]).includes(payout.state.id)
  );
}

export function PayoutModal({ kind, item, onChanged, onClose }: PayoutModalProps) {
  const shared = { onSettled: onChanged, onClose };
  const params = { id: item.id };
  const workman = item.workman?.name ?? item.cells["fullName"] ?? "";
  const whom = `${formatRubles(item.amount)} исполнителю ${workman}`.trim();
  if (kind === "retry")
    return (
      <ActionModal
        {...shared}
        endpoint={payrollRegistryEndpoints.retryItem}
        title="Повторить выплату"
        sentence={`Будет ещё раз отправлено ${whom}, строка ${item.line}`}
        submitTitle="Повторить выплату"
        input={() => ({ params })}
        done="Выплата отправлена ещё раз"
      />
    );
  if (kind === "give-up")
    return (
      <ActionModal
        {...shared}
        endpoint={payrollRegistryEndpoints.giveUpItem}
        title="Отменить выплату"
        sentence={`Не будет выплачено ${whom}, строка ${item.line}. Деньги вернутся на баланс, чек будет аннулирован`}
        submitTitle="Отменить выплату"
        backTitle="Не отменять"
        isDangerous
        input={() => ({ params })}
        done="Выплата отменена, деньги вернутся на баланс"
      />
    );
  const isPaid = item.payout?.state.id === "PAID";
  const whose = [workman, item.amount === null ? "" : formatRubles(item.amount)]
    .filter(Boolean)
    .join(", ");
  return (
    <ActionModal
      {...shared}
      endpoint={receiptEndpoints.reverse}
      title="Аннулировать чек"
      sentence={`Будет аннулирован чек: ${whose}, строка ${item.line}. Вернуть его нельзя, можно только выпустить новый. ${isPaid ? "Выплата уже получена, деньги остаются у исполнителя" : "Выплата будет отменена, деньги и комиссия вернутся на баланс"}`}
      submitTitle="Аннулировать чек"
      isDangerous
      reasons={REASONS.receiptReversal.definitions}
      comment={{
        hint: isPaid
          ? "При возврате средств укажите документ: расписку, платёжное поручение"
          : undefined,
      }}
      input={({ reasonID, comment }) => ({
        params: { id: item.receipt?.id ?? 0 },
        body: { reasonID: reasonID as keyof typeof REASONS.receiptReversal.titles, comment },
      })}
      done="Чек аннулируется"
    />
  );
}
