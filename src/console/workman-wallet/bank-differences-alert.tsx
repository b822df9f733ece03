import { Alert } from "antd";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { formatRubles } from "#web/format/money.ts";

/** The platform's people look into each; the worker only reads it. */
export function BankDifferencesAlert() {
  const { data } = useRead(walletEndpoints.bankDifferences, {}, { silent: true });
  if (!data || data.items.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      message="Сверяем с банком"
      description={
        <>
          <ul style={{ margin: "0 0 8px", paddingLeft: 16 }}>
            {data.items.map(({ id, isTax, amount, bankAmount, orderedAt, reason }) => (
              <li key={id}>
                {isTax ? "Налог" : "Вывод"}{" "}
                <span className="num">{formatRubles(amount ?? bankAmount ?? 0)}</span> от{" "}
                <DateText value={orderedAt} />. {reason.title}
              </li>
            ))}
          </ul>
          Мы уже разбираемся, делать ничего не нужно: строка исчезнет, когда сведения сойдутся
        </>
      }
    />
  );
}
