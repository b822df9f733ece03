import { Alert, Drawer, Segmented, Table, Typography, type TableColumnType } from "antd";
import { useMemo, useState } from "react";
import { DEFAULT_PER_PAGE } from "#contract/kernel/paging.ts";
import {
  COMPARISON_KINDS,
  type ComparedPerson,
  type ComparisonKind,
  type PayrollComparison,
} from "#contract/registries/payroll-comparison.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { writeListAddress } from "#console/kit/list-address.ts";
import { NO_TITLES, RemoteSelect, type OptionSource } from "#console/kit/remote-select.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { comparedSentence, groupedDigits, NO_FORMER, registryName } from "../registry-labels.ts";
import { useMoneySight } from "../use-registry.ts";
import { PAYROLL } from "./payroll-kind.ts";

const PER_PAGE = 30;
const KINDS = {
  all: "Все отличия",
  new: "Новые",
  gone: "Нет в этом",
  changed: "Сумма изменилась",
} as const satisfies Record<ComparisonKind | "all", string>;

interface ComparedPeopleProps {
  readonly info: PayrollInfo;
  readonly onClose: () => void;
  /** A person is opened in the rows of a registry. */
  readonly onLeave: () => void;
}

export function ComparedPeople({ info, onClose, onLeave }: ComparedPeopleProps) {
  const [kind, setKind] = useState<ComparisonKind | "all">("all");
  const [page, setPage] = useState(1);
  const [withIDs, setWithIDs] = useState<readonly number[]>([]);
  const registries = useMemo(() => registriesBut(info.id), [info.id]);
  const isPhone = useIsPhone();
  const { sums } = useMoneySight(PAYROLL);
  const { data, error, isLoading, isFetching } = useRead(
    payrollRegistryEndpoints.compare,
    {
      params: { id: info.id },
      query: {
        page,
        perPage: PER_PAGE,
        withID: withIDs[0],
        ...(kind === "all" ? {} : { kind }),
      },
    },
    { silent: true, staleTimeMs: 0 },
  );
  // Another page or kind has the same head.
  const [head, setHead] = useState<PayrollComparison>();
  if (data && data !== head) setHead(data);
  return (
    <Drawer
      open
      title={`${registryName(PAYROLL, info)}: сравнение с прошлым`}
      width={720}
      onClose={onClose}
    >
      {error ? <Alert type="error" role="alert" showIcon message={error.message} /> : null}
      {isLoading && !head ? <p>Сравниваем…</p> : null}
      {head?.with === null ? <p>{NO_FORMER}</p> : null}
      <RemoteSelect
        source={registries}
        label="Сравнить с другим реестром"
        value={withIDs}
        onChange={(ids) => {
          setWithIDs(ids);
          setPage(1);
        }}
      />
      {head?.with ? (
        <>
          <p style={{ marginTop: 12 }}>{`${comparedSentence(head)}. ${formerOf(head)}`}</p>
          <Segmented
            aria-label="Кого показать"
            vertical={isPhone}
            value={kind}
            options={optionsOf(head)}
            onChange={(chosen) => {
              setKind(chosen);
              setPage(1);
            }}
          />
          <Table<ComparedPerson>
            aria-label="Сравнение по исполнителям"
            size="small"
            style={{ marginTop: 12 }}
            rowKey={({ workman }) => workman.id}
            loading={isFetching}
            columns={columnsOf(sums, isPhone, onLeave)}
            dataSource={head.items}
            pagination={{
              current: page,
              pageSize: PER_PAGE,
              total: head.meta.total,
              size: "small",
              hideOnSinglePage: true,
              showSizeChanger: false,
              onChange: setPage,
            }}
            locale={{ emptyText: "Таких исполнителей нет" }}
          />
        </>
      ) : null}
    </Drawer>
  );
}

const registriesBut = (shown: number): OptionSource => ({
  emptyText: "Таких реестров нет",
  useFound: (search, enabled) => {
    const { data, isLoading } = useRead(
      payrollRegistryEndpoints.list,
      { query: { search: search || undefined, perPage: PER_PAGE } },
      { enabled, silent: true },
    );
    const options = (data?.items ?? [])
      .filter(({ id }) => id !== shown)
      .map((one) => ({
        id: one.id,
        title: [registryName(PAYROLL, one), one.title ?? one.fileName].filter(Boolean).join(", "),
      }));
    return { options, isLoading };
  },
  useTitles: () => NO_TITLES,
});

function optionsOf({ counts }: PayrollComparison) {
  const all = COMPARISON_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  return (["all", ...COMPARISON_KINDS] as const).map((kind) => ({
    value: kind,
    label: `${KINDS[kind]} (${groupedDigits(kind === "all" ? all : counts[kind])})`,
  }));
}

/** «Тот реестр за 01.10.2026–31.10.2026, «Октябрь»: было 8 130,00 ₽, стало 9 000,00 ₽». */
function formerOf({ with: former, sums }: PayrollComparison): string {
  const period = former?.period;
  const facts = [
    period ? `за ${formatDate(period.workStart)}–${formatDate(period.workEnd)}` : null,
    former?.title ? `«${former.title}»` : null,
  ].filter((fact) => fact !== null);
  const name = facts.length > 0 ? `Тот реестр ${facts.join(", ")}` : "Всего";
  if (sums === null) return facts.length > 0 ? name : "";
  const total = (side: "before" | "now") =>
    formatRubles(addRubles(Object.values(sums).map((sum) => sum[side])));
  return `${name}: было ${total("before")}, стало ${total("now")}`;
}

function columnsOf(
  sums: boolean,
  isPhone: boolean,
  onLeave: () => void,
): TableColumnType<ComparedPerson>[] {
  const person: TableColumnType<ComparedPerson> = {
    key: "workman",
    title: "Исполнитель",
    render: (_, one) => (
      <>
        <PageLink to={addressOf(one.row)} onClick={onLeave}>
          {one.workman.name}
        </PageLink>
        {sums && isPhone ? <div>{differenceOf(one)}</div> : null}
      </>
    ),
  };
  if (!sums) return [person, { key: "kind", title: "Что", render: (_, { kind }) => KINDS[kind] }];
  const money = (key: "before" | "now", title: string): TableColumnType<ComparedPerson> => ({
    key,
    title,
    align: "right",
    render: (_, one) => <MoneyText rubles={one[key]} />,
  });
  const difference: TableColumnType<ComparedPerson> = {
    key: "percent",
    title: "Разница",
    align: "right",
    render: (_, one) => differenceOf(one),
  };
  return [person, money("before", "Было"), money("now", "Стало"), ...(isPhone ? [] : [difference])];
}

function differenceOf({ kind, percent }: ComparedPerson) {
  return percent === null ? (
    <Typography.Text type="secondary">{KIND_WORDS[kind]}</Typography.Text>
  ) : (
    <span className="num">{percentText(percent)}</span>
  );
}

const KIND_WORDS: Readonly<Record<ComparisonKind, string>> = {
  new: "новый",
  gone: "нет в этом",
  changed: "",
};

function percentText(percent: number): string {
  return `${percent < 0 ? "\u2212" : "+"}${groupedDigits(Math.abs(percent))}\u00A0%`;
}

/** The page of the registry with the row opened; no name or ИНН stands in the address. */
function addressOf({ registryID, itemID, rowNo }: ComparedPerson["row"]): string {
  const first = { order: null, perPage: DEFAULT_PER_PAGE };
  const page = Math.ceil(rowNo / DEFAULT_PER_PAGE);
  const view = { ...first, page, filters: {} };
  return `${PAYROLL.path}/${registryID}${writeListAddress(`?open=${itemID}`, view, first)}`;
}
