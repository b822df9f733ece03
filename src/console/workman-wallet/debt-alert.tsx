import { Alert } from "antd";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { formatRubles } from "#web/format/money.ts";

/** Wherever a worker reads his money: it says why less comes than was earned. */
export function DebtAlert() {
  const { data } = useRead(walletEndpoints.debt, {}, { silent: true });
  if (!data || data.debt === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      message={`Долг платформе ${formatRubles(data.debt)}`}
      description="Отложенный налог ушёл в бюджет или вам, а выплата, с которой он удержан, вернулась заказчику. Долг удержим из следующих выплат и из того, что придёт в кошелёк"
    />
  );
}
