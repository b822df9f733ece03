import { useState } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import { formatRubles } from "#console/format/money.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { toastError, useAction } from "#console/providers/data/use-endpoint.ts";
import { ReasonDialog } from "#console/ui/light/reason-dialog.tsx";

interface ReverseReceiptDialogProps {
  readonly item: PayrollItem;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Annuls the receipt of a row: names sum and worker, says what becomes of the money, asks for the reason the tax service knows. */
export default function ReverseReceiptDialog({ item, onClose, onDone }: ReverseReceiptDialogProps) {
  const { run, isRunning } = useAction(receiptEndpoints.reverse, { done: "Чек аннулируется", silent: true });
  const [commentErrors, setCommentErrors] = useState<readonly string[]>([]);
  const isPaid = item.payout?.state.id === "PAID";
  const whose = [item.workman?.name ?? item.cells.fullName, item.amount === null ? "" : formatRubles(item.amount)].filter(Boolean).join(", ");
  const handleSubmit = async (reasonID: keyof typeof REASONS.receiptReversal.titles, comment: string | undefined) => {
    setCommentErrors([]);
    try {
      await run({ params: { id: item.receipt?.id ?? 0 }, body: { reasonID, comment } });
    } catch (thrown) {
      const error = asHttpError(thrown);
      const ofComment = error.errors?.comment;
      if (ofComment) setCommentErrors(ofComment);
      else toastError(error);
      throw thrown;
    }
    onDone();
  };
  return (
    <ReasonDialog
      title="Аннулировать чек"
      submitTitle="Аннулировать чек"
      reasons={REASONS.receiptReversal.definitions}
      commentHint={isPaid ? "При возврате средств укажите документ: расписку, платёжное поручение" : undefined}
      commentErrors={commentErrors}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      Будет аннулирован чек: {whose}, строка {item.rowNo}. Вернуть его нельзя, можно только выпустить новый.{" "}
      {isPaid ? "Выплата уже получена, деньги остаются у исполнителя" : "Выплата будет отменена, деньги и комиссия вернутся на баланс"}
    </ReasonDialog>
  );
}
