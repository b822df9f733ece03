import type { AnswerOf } from "#contract/http/define-endpoints.ts";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { FailedPart } from "#console/ui/failed-part.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import "./wallet.css";

/** How many movements the card shows. */
const SHOWN = 10;
/** Every movement of a worker's money comes with a notice, so its event reads the wallet again. */
const LIVE = "notices";

type Movement = AnswerOf<typeof transactionEndpoints.list>["items"][number];

/** Money in the wallet and the latest movements: what was earned, what went to the card. */
export default function WalletCard() {
  const balance = useRead(walletEndpoints.balance, {}, { resource: LIVE });
  const movements = useRead(transactionEndpoints.list, { query: { perPage: SHOWN, sortBy: "createdAt", sortDirection: "desc" } }, { resource: LIVE, silent: true });
  return (
    <section className="card wallet" aria-labelledby="wallet-title">
      <h2 id="wallet-title">Кошелёк</h2>
      <p className="wallet-balance">
        <MoneyText rubles={balance.data?.current} /> <span className="muted">доступно</span>
      </p>
      <h3>Последние операции</h3>
      {movements.error ? (
        <FailedPart message={movements.error.message} onRetry={movements.reload} />
      ) : (
        <ul className="plain-list" aria-busy={movements.isLoading}>
          {(movements.data?.items ?? []).map((movement) => (
            <MovementRow key={movement.id} movement={movement} />
          ))}
        </ul>
      )}
      {movements.data?.items.length === 0 ? <p className="muted">Операций пока нет. Первая выплата появится здесь вместе с чеком и актом</p> : null}
    </section>
  );
}

function MovementRow({ movement: { type, amount, createdAt, account, comment } }: { movement: Movement }) {
  return (
    <li className="wallet-movement">
      <span>
        {type.title}
        <small className="muted">
          {account ? `${account.companyDetailsName}, ` : ""}
          <DateText value={createdAt} />
          {comment ? `. ${comment}` : ""}
        </small>
      </span>
      <strong data-sign={amount < 0 ? "out" : "in"}>
        {amount > 0 ? "+" : ""}
        <MoneyText rubles={amount} />
      </strong>
    </li>
  );
}
