import { Typography } from "antd";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";

interface ReceiptLineProps {
  readonly payout: Payout;
  /** Has the refusal reason; `undefined` without the right to see documents. */
  readonly receipt: Receipt | undefined;
}

export function ReceiptLine({ payout, receipt }: ReceiptLineProps) {
  if (!payout.receipt) return "Ещё не сформирован";
  const { state, link } = payout.receipt;
  const reason = receipt?.errorMessage ?? receipt?.reversalReason?.title;
  return (
    <span>
      {state.title}
      {reason ? `: ${reason}` : ""}{" "}
      {link === null ? null : (
        <Typography.Link href={link} target="_blank" rel="noreferrer">
          Открыть чек
        </Typography.Link>
      )}
    </span>
  );
}
