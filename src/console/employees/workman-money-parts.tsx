import { Descriptions, Flex, List, Skeleton, Tag } from "antd";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import type { AnnulledReceipt, LabourRisk, WorkmanLimit } from "#contract/risks/risk.ts";
import { StateText } from "#console/kit/columns.tsx";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { ShortList } from "#console/kit/short-list.tsx";
import { riskLink } from "#console/risks/risk-address.ts";
import { PayoutSums } from "#console/payouts/payout-sums.tsx";
import { productToday } from "#web/live/product-clock.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { useWorkmanList } from "./use-workman-list.ts";

const PAYOUTS = "/profile/account/payouts";
const TRANSACTIONS = "/profile/account/transactions";
const SHOWN_PAYOUTS = 5;

interface PartProps {
  readonly workmanId: number;
}

/** Paid here this year, and what the law still allows from everybody. */
export function WorkmanIncome({ workmanId }: PartProps) {
  const workmanID = String(workmanId);
  const thisYear = { workmanID, periodStart: `${productToday().slice(0, 4)}-01-01` };
  const limits = useWorkmanList<WorkmanLimit>("risk-limits", { workmanID });
  const paid = useWorkmanList<Payout>("payouts", thisYear);
  const failed = [limits, paid].find(({ error }) => error !== null);
  const [limit] = limits.data?.items ?? [];
  return (
    <SectionCard title="Доход и лимит">
      {failed?.error ? (
        <FailedPart message={failed.error.message} onRetry={failed.reload} />
      ) : limits.isLoading || paid.isLoading ? (
        <Skeleton active paragraph={{ rows: 2 }} />
      ) : (
        <Descriptions
          size="small"
          column={1}
          items={[
            {
              key: "here",
              label: "У вас за этот год",
              children: (
                <PageLink to={listLink(PAYOUTS, thisYear)}>
                  <PayoutSums paidWord="выплачено" totals={paid.answer["totals"]} />
                </PageLink>
              ),
            },
            ...(limit
              ? [
                  {
                    key: "earned",
                    label: "От всех заказчиков за этот год",
                    children: (
                      <span>
                        <MoneyText rubles={limit.earned} /> ({limit.percent} % лимита)
                      </span>
                    ),
                  },
                  {
                    key: "left",
                    label: "Ещё можно выплатить",
                    children: (
                      <PageLink to={riskLink("limits", { workmanID })}>
                        <MoneyText rubles={limit.left} />
                      </PageLink>
                    ),
                  },
                ]
              : [
                  {
                    key: "left",
                    label: "Годовой лимит",
                    children: "следим за ним у самозанятых, с которыми вы работаете",
                  },
                ]),
          ]}
        />
      )}
    </SectionCard>
  );
}

export function WorkmanRisks({ workmanId }: PartProps) {
  const workmanID = String(workmanId);
  const annulled = useWorkmanList<AnnulledReceipt>("risk-receipts", { workmanID }, 100);
  const labour = useWorkmanList<LabourRisk>("risk-labour", { workmanID });
  const failed = [annulled, labour].find(({ error }) => error !== null);
  const signs = labour.data?.items[0]?.signs ?? [];
  const receipts = annulled.data?.items ?? [];
  return (
    <SectionCard title="Риски">
      {failed?.error ? (
        <FailedPart message={failed.error.message} onRetry={failed.reload} />
      ) : annulled.isLoading || labour.isLoading ? (
        <Skeleton active paragraph={{ rows: 1 }} />
      ) : signs.length === 0 && receipts.length === 0 ? (
        <p className="muted">Ни аннулированных чеков, ни признаков трудовых отношений</p>
      ) : (
        <Flex vertical gap={4}>
          {receipts.map(({ id, amount, exposure }) => (
            <span key={id}>
              <PageLink to={`${riskLink("receipts", { workmanID })}&receipts-open=${id}`}>
                Аннулирован чек на <MoneyText rubles={amount} />
              </PageLink>
              , могут доначислить <MoneyText rubles={exposure.total} />
            </span>
          ))}
          {signs.length > 0 ? (
            <span>
              <PageLink to={riskLink("labour", { workmanID })}>
                Признаки трудовых отношений
              </PageLink>
              :{" "}
              {signs.map(({ id, title, reason }) => (
                <Tag key={id} color="warning" title={reason} style={{ whiteSpace: "normal" }}>
                  {title}
                </Tag>
              ))}
            </span>
          ) : null}
        </Flex>
      )}
    </SectionCard>
  );
}

/** Jobs and registries in one list, the newest first. */
export function WorkmanPayouts({ workmanId }: PartProps) {
  const workmanID = String(workmanId);
  const payouts = useWorkmanList<Payout>("payouts", { workmanID }, SHOWN_PAYOUTS);
  return (
    <SectionCard title="Выплаты">
      <ShortList
        reading={payouts}
        rowKey="id"
        empty="Выплат ему ещё не было"
        renderItem={({ id, job, registry, amount, state, createdAt }) => (
          <List.Item style={{ flexWrap: "wrap", gap: "0 12px", paddingInline: 0 }}>
            <PageLink to={`${PAYOUTS}?open=${id}`}>
              {[job?.title ?? "Работа", registry?.title].filter(Boolean).join(", ")}
            </PageLink>
            <Flex gap={8} wrap align="center">
              <DateText value={createdAt} isDay />
              <MoneyText rubles={amount} />
              <StateText title={state.title} tone={PAYOUT_STATE.tones[state.id]} />
            </Flex>
          </List.Item>
        )}
      />
      <Flex gap={16} wrap>
        <PageLink to={listLink(PAYOUTS, { workmanID })}>
          Все выплаты ({payouts.total.toLocaleString("ru-RU")})
        </PageLink>
        <PageLink to={listLink(TRANSACTIONS, { workmanID })}>Все операции</PageLink>
      </Flex>
    </SectionCard>
  );
}
