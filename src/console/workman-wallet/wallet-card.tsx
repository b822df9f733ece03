import { Flex, List, Skeleton, Statistic, Typography } from "antd";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { ShortList } from "#console/kit/short-list.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { PAYMENT_METHODS } from "./wallet-labels.ts";

const SHOWN = 10;
/** Every operation of a worker comes with a notice. */
const LIVE = "notices";
const OPERATIONS = "/profile/workman/income?tab=operations";

type Movement = AnswerOf<typeof transactionEndpoints.list>["items"][number];

export default function WalletCard() {
  const balance = useRead(walletEndpoints.balance, {}, { resource: LIVE });
  const movements = useRead(
    transactionEndpoints.list,
    { query: { isMine: true, perPage: SHOWN, sortBy: "createdAt", sortDirection: "desc" } },
    { resource: LIVE, silent: true },
  );
  return (
    <SectionCard title="Кошелёк" extra={<PageLink to={PAYMENT_METHODS}>Вывести деньги</PageLink>}>
      <Statistic
        title="Доступно"
        valueRender={() =>
          balance.isLoading ? (
            <Skeleton.Button active size="small" />
          ) : (
            <MoneyText rubles={balance.data?.current} />
          )
        }
      />
      <ShortList
        reading={movements}
        rowKey="id"
        header="Последние операции"
        empty="Операций пока нет. Первая выплата появится здесь вместе с чеком и актом"
        renderItem={(movement) => <MovementRow movement={movement} />}
      />
      {movements.data && movements.data.meta.total > SHOWN ? (
        <PageLink to={OPERATIONS}>Все операции</PageLink>
      ) : null}
    </SectionCard>
  );
}

function MovementRow({
  movement: { type, amount, createdAt, account, comment },
}: {
  movement: Movement;
}) {
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
