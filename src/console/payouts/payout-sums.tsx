import type { PayoutTotals } from "#contract/payouts/payout-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";

/** «Выплачено 960,00 ₽, в пути 500,00 ₽, возвращено 40,00 ₽», under a list of payouts. */
export function PayoutSums({
  paidWord,
  totals,
}: {
  readonly paidWord: string;
  readonly totals: unknown;
}) {
  if (!totals) return null;
  const { paid, onTheWay, returned } = totals as PayoutTotals;
  return (
    <span>
      {paidWord} <strong className="num">{formatRubles(paid)}</strong>, в пути{" "}
      <strong className="num">{formatRubles(onTheWay)}</strong>
      {returned > 0 ? (
        <>
          , возвращено <strong className="num">{formatRubles(returned)}</strong>
        </>
      ) : null}
    </span>
  );
}
