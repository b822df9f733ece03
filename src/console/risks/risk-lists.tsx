import { Descriptions, Progress, Tag, Typography } from "antd";
import {
  NEAR_LIMIT_PERCENT,
  type AnnulledReceipt,
  type LabourRisk,
  type PaperRisk,
  type WorkmanLimit,
} from "#contract/risks/risk.ts";
import { formatRubles } from "#web/format/money.ts";
import { filter } from "#console/kit/filters.tsx";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { ListPage } from "#console/kit/list-page.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { PaperState } from "./paper-state.tsx";
import { RISK_PREFIXES } from "./risk-address.ts";

const FILTERS = [filter.person("workmanID")];

const workman = <
  Row extends { readonly workman: { readonly id: number; readonly name: string } },
>(): ListColumn<Row> =>
  column.person<Row>("workman", "Исполнитель", (row) => row.workman, { isFixed: true });

const RECEIPTS: readonly ListColumn<AnnulledReceipt>[] = [
  workman(),
  column.money("amount", "Сумма", ({ amount }) => amount),
  column.date("reversedAt", "Аннулирован", ({ reversedAt }) => reversedAt, { part: "day" }),
  column.money("total", "Могут доначислить", ({ exposure }) => exposure.total, { width: 160 }),
  column.link("record", "Основание", ({ job, registry }) =>
    registry !== null
      ? { to: `/profile/payroll-registry/${registry.id}`, text: registry.title }
      : job && { to: `/jobs/${job.id}`, text: job.title },
  ),
  column.text("advice", "Что делать", ({ advice }) => advice),
];

/** With the possible fine and advice. */
export function AnnulledReceiptsList() {
  return (
    <ListPage<AnnulledReceipt>
      resource="risk-receipts"
      prefix={RISK_PREFIXES.receipts}
      filters={FILTERS}
      level={null}
      title="Аннулированные чеки"
      columns={RECEIPTS}
      countWords={["чек", "чека", "чеков"]}
      drawer={{
        title: ({ workman: { name } }) => name,
        content: (receipt) => <ReceiptRisk receipt={receipt} />,
      }}
      empty="Исполнители не аннулировали чеков после выплаты. Платформа проверяет это каждый час"
    />
  );
}

function ReceiptRisk({
  receipt: { id, amount, exposure, advice, job },
}: {
  readonly receipt: AnnulledReceipt;
}) {
  const money = (key: string, label: string, rubles: number) => ({
    key,
    label,
    children: <span className="num">{formatRubles(rubles)}</span>,
  });
  return (
    <>
      <p>{advice}</p>
      <Descriptions
        size="small"
        column={1}
        items={[
          money("amount", "Выплачено", amount),
          money("ndfl", "НДФЛ", exposure.ndfl),
          money("contributions", "Страховые взносы", exposure.contributions),
          money("fine", "Штраф", exposure.fine),
          money("total", "Всего могут доначислить", exposure.total),
          {
            key: "receipts",
            label: "Чеки",
            children: (
              <PageLink
                to={listLink("/profile/account/receipts", { states: ["REVERSED_BY_WORKMAN"] })}
              >
                Все аннулированные исполнителями
              </PageLink>
            ),
          },
          ...(job
            ? [
                {
                  key: "job",
                  label: "Задание",
                  children: <PageLink to={`/jobs/${job.id}`}>{job.title}</PageLink>,
                },
              ]
            : [{ key: "id", label: "Выплата", children: `№ ${id}` }]),
        ]}
      />
      <Typography.Paragraph type="secondary">
        Пени зависят от дня уплаты и не посчитаны
      </Typography.Paragraph>
    </>
  );
}

const LIMITS: readonly ListColumn<WorkmanLimit>[] = [
  workman(),
  column.money("left", "Ещё можно выплатить", ({ left }) => left, { width: 200 }),
  column.money("earned", "Доход за этот год", ({ earned }) => earned, { width: 180 }),
  column.money("outside", "Из него вне платформы", ({ outside }) => outside, {
    width: 190,
    isHidden: true,
  }),
  {
    key: "percent",
    title: "От лимита",
    width: 190,
    render: ({ percent }) => (
      <Progress
        percent={Math.min(100, percent)}
        size="small"
        status={percent >= 100 ? "exception" : "normal"}
        aria-label={`Использовано ${percent} % лимита`}
        style={{ width: 150, marginBottom: 0 }}
        format={() => `${percent} %`}
      />
    ),
  },
  column.state("state", "Состояние", limitState),
];

function limitState({ left, percent }: WorkmanLimit): {
  title: string;
  tone: "good" | "warning" | "bad";
} {
  if (left === 0) return { title: "Лимит исчерпан", tone: "bad" };
  return percent >= NEAR_LIMIT_PERCENT
    ? { title: "Близок к лимиту", tone: "warning" }
    : { title: "В пределах", tone: "good" };
}

/** This year's income from all customers, and the sum still allowed. */
export function WorkmanLimitsList() {
  return (
    <ListPage<WorkmanLimit>
      resource="risk-limits"
      prefix={RISK_PREFIXES.limits}
      filters={FILTERS}
      level={null}
      title="Годовой лимит дохода"
      columns={LIMITS}
      countWords={["исполнитель", "исполнителя", "исполнителей"]}
      empty="Самозанятых среди избранных нет. Пригласите исполнителей, и здесь будет видно, сколько им ещё можно выплатить"
    />
  );
}

const LABOUR: readonly ListColumn<LabourRisk>[] = [
  workman(),
  {
    key: "signs",
    title: "Признаки",
    part: "state",
    render: ({ signs }) =>
      signs.map(({ id, title }) => (
        <Tag key={id} color="warning">
          {title}
        </Tag>
      )),
  },
  column.text("reasons", "Почему", ({ signs }) => signs.map(({ reason }) => reason).join("; ")),
  column.money("paid", "Выплачено за год", ({ paid }) => paid, { width: 150 }),
  column.text("payouts", "Выплат", ({ payouts }) => <span className="num">{payouts}</span>, {
    align: "right",
    width: 90,
  }),
];

/** Payouts that look like a salary, with a sentence for a lawyer. */
export function LabourRisksList() {
  return (
    <ListPage<LabourRisk>
      resource="risk-labour"
      prefix={RISK_PREFIXES.labour}
      filters={FILTERS}
      level={null}
      title="Признаки трудовых отношений"
      columns={LABOUR}
      countWords={["исполнитель", "исполнителя", "исполнителей"]}
      drawer={{
        title: ({ workman: { name } }) => name,
        content: (risk) => <LabourDetails risk={risk} />,
      }}
      empty="Признаков трудовых отношений за последние двенадцать месяцев нет"
    />
  );
}

function LabourDetails({
  risk: { workman, signs, sentence, payouts, months, paid },
}: {
  readonly risk: LabourRisk;
}) {
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          ...signs.map(({ id, title, reason }) => ({ key: id, label: title, children: reason })),
          {
            key: "paid",
            label: "Выплачено за год",
            children: (
              <span className="num">{`${formatRubles(paid)}, выплат: ${payouts}, месяцев: ${months}`}</span>
            ),
          },
          {
            key: "list",
            label: "Выплаты",
            children: (
              <PageLink
                to={listLink("/profile/account/payouts", { workmanID: String(workman.id) })}
              >
                Все выплаты исполнителю
              </PageLink>
            ),
          },
        ]}
      />
      <h3 style={{ fontSize: 16, marginTop: 16 }}>Для юриста</h3>
      <Typography.Paragraph copyable={{ tooltips: ["Скопировать", "Скопировано"] }}>
        {sentence}
      </Typography.Paragraph>
    </>
  );
}

const PAPERS: readonly ListColumn<PaperRisk>[] = [
  workman(),
  column.text("type", "Документ", ({ type }) => type.title),
  column.date("expireDate", "Действует до", ({ expireDate }) => expireDate, {
    isDay: true,
    width: 130,
    part: "day",
  }),
  {
    key: "state",
    title: "Состояние",
    width: 170,
    part: "state",
    render: (paper) => <PaperState {...paper} />,
  },
];

/** Expired, or expiring within a month: payouts are then refused. */
export function PaperRisksList() {
  return (
    <ListPage<PaperRisk>
      resource="risk-papers"
      prefix={RISK_PREFIXES.papers}
      filters={FILTERS}
      level={null}
      title="Сроки документов"
      columns={PAPERS}
      countWords={["документ", "документа", "документов"]}
      empty="В ближайшие 30 дней у избранных исполнителей ничего не истекает"
    />
  );
}
