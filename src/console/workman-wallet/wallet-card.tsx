import { Flex, List, Typography } from "antd";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { StatCards } from "#console/kit/stat-cards.tsx";
import {
  isSentToWorkman,
  ownAmountOf,
  ownTitleOf,
  usePocketStats,
} from "#console/transactions/parts.ts";
import { ShortList } from "#console/kit/short-list.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { PAYMENT_METHODS } from "./wallet-labels.ts";

const SHOWN = 10;
const OPERATIONS = "/profile/workman/income?tab=operations";

type Movement = AnswerOf<typeof transactionEndpoints.list>["items"][number];

export default function WalletCard() {
  const pockets = usePocketStats();
  const movements = useRead(
    transactionEndpoints.list,
    { query: { isMine: true, perPage: SHOWN, sortBy: "createdAt", sortDirection: "desc" } },
    { silent: true },
  );
  return (
    <SectionCard title="Кошелёк" extra={<PageLink to={PAYMENT_METHODS}>Способы выплаты</PageLink>}>
      <StatCards label="Деньги" stats={pockets} />
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

function MovementRow({ movement }: { movement: Movement }) {
  const { amount, createdAt, account, comment, arrivedAt } = movement;
  return (
    <List.Item>
      <Flex gap="middle" justify="space-between" style={{ width: "100%" }}>
        <span style={{ overflowWrap: "anywhere" }}>
          {ownTitleOf(movement)}{" "}
          <Typography.Text type="secondary">
            {account ? `${account.companyDetailsName}, ` : ""}
            <DateText value={createdAt} />
            {arrivedAt !== null ? (
              <>
                , пришло <DateText value={arrivedAt} />
              </>
            ) : isSentToWorkman(movement) ? (
              ", не дошло"
            ) : null}
            {comment ? `. ${comment}` : ""}
          </Typography.Text>
        </span>
        <Typography.Text strong type={amount > 0 ? "success" : undefined} style={{ flex: "none" }}>
          {ownAmountOf(movement)}
        </Typography.Text>
      </Flex>
    </List.Item>
  );
}
