import { Flex, List, Skeleton, Statistic, Typography } from "antd";
import type { AnswerOf } from "#contract/http/define-endpoints.ts";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { FailedPart } from "#console/ui/failed-part.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import { PageLink } from "#console/ui/page-link.tsx";
import { PAYMENT_METHODS } from "./wallet-words.ts";

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
    <SectionCard title="Кошелёк" extra={<PageLink to={PAYMENT_METHODS}>Вывести деньги</PageLink>}>
      <Statistic title="Доступно" valueRender={() => (balance.isLoading ? <Skeleton.Button active size="small" /> : <MoneyText rubles={balance.data?.current} />)} />
      {movements.error ? (
        <FailedPart message={movements.error.message} onRetry={movements.reload} />
      ) : (
        <List
          size="small"
          header="Последние операции"
          loading={movements.isLoading}
          dataSource={movements.data?.items ?? []}
          rowKey="id"
          locale={{ emptyText: <Typography.Text type="secondary">Операций пока нет. Первая выплата появится здесь вместе с чеком и актом</Typography.Text> }}
          renderItem={(movement) => <MovementRow movement={movement} />}
        />
      )}
    </SectionCard>
  );
}

function MovementRow({ movement: { type, amount, createdAt, account, comment } }: { movement: Movement }) {
  return (
    <List.Item>
      <Flex gap="middle" justify="space-between" style={{ width: "100%" }}>
        <span style={{ overflowWrap: "anywhere" }}>
          {type.title}{" "}
          <Typography.Text type="secondary">
            {account ? `${account.companyDetailsName}, ` : ""}
            <DateText value={createdAt} />
            {comment ? `. ${comment}` : ""}
          </Typography.Text>
        </span>
        <Typography.Text strong type={amount > 0 ? "success" : undefined} style={{ flex: "none" }}>
          {amount > 0 ? "+" : ""}
          <MoneyText rubles={amount} />
        </Typography.Text>
      </Flex>
    </List.Item>
  );
}
