import { JOB_PAY_TYPE, type JobPayType } from "#contract/definitions/payment-types.ts";
import { JOB_BUDGET_MAX } from "#contract/jobs/job-bounds.ts";
import {
  formatDate,
  parseCalendarDate,
  type CalendarDate,
} from "#contract/values/calendar-date.ts";
import { formatRubles, readRubles } from "#web/format/money.ts";
import type { Chip } from "#site/ui/catalogue-chips.tsx";
import { sortOfQuery } from "#site/ui/catalogue-sorts.tsx";
import { idOfQuery, searchOfQuery } from "#site/ui/query-address.ts";

/** `?sort=`; the first is the default. */
export const JOB_SORTS = {
  new: "Сначала новые",
  budget: "Дороже",
  cheap: "Дешевле",
  finish: "Скоро закончатся",
} as const;
type JobSort = keyof typeof JOB_SORTS;

const ORDERS = {
  new: {},
  budget: { sortBy: "budget", sortDirection: "desc" },
  cheap: { sortBy: "budget", sortDirection: "asc" },
  finish: { sortBy: "finishDate" },
} as const satisfies Record<JobSort, object>;

/** Rubles. */
export interface JobFilters {
  readonly search?: string;
  readonly cityId?: number;
  readonly payType?: JobPayType;
  readonly budgetFrom?: number;
  readonly budgetTo?: number;
  readonly dateFrom?: CalendarDate;
  readonly dateTo?: CalendarDate;
  readonly accountId?: number;
  readonly sort: JobSort;
  /** Invalid values do not filter; a reversed range finds nothing. */
  readonly findings: Readonly<Record<string, string>>;
}

export function readJobFilters(query: URLSearchParams): JobFilters {
  const findings: Record<string, string> = {};
  const budget = (name: string) =>
    readBudget(query.get(name), (finding) => (findings[name] = finding));
  const day = (name: string) =>
    readDay(query.get(name), () => (findings[name] = "Укажите дату, например 05.03.2026"));
  const [budgetFrom, budgetTo] = [budget("budgetFrom"), budget("budgetTo")];
  const [dateFrom, dateTo] = [day("dateFrom"), day("dateTo")];
  const isBudgetTurned =
    budgetFrom !== undefined && budgetTo !== undefined && budgetFrom > budgetTo;
  const isTermTurned = dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo;
  if (isBudgetTurned) findings["budgetTo"] = "Сумма «до» меньше суммы «от»";
  if (isTermTurned) findings["dateTo"] = "Дата «по» раньше даты «с»";
  const payType = query.get("payType") ?? "";
  return {
    search: searchOfQuery(query),
    cityId: idOfQuery(query, "city"),
    payType: JOB_PAY_TYPE.has(payType) ? payType : undefined,
    budgetFrom,
    budgetTo,
    dateFrom,
    dateTo,
    accountId: idOfQuery(query, "account"),
    sort: sortOfQuery(query, JOB_SORTS),
    findings,
  };
}

/** Moscow dates become instants. */
export function jobListQuery({
  search,
  cityId,
  payType,
  budgetFrom,
  budgetTo,
  dateFrom,
  dateTo,
  sort,
}: JobFilters) {
  return {
    search,
    cityID: cityId,
    payType,
    budgetFrom,
    budgetTo,
    dateFrom: secondsOf(dateFrom, "00:00:00"),
    dateTo: secondsOf(dateTo, "23:59:59"),
    ...ORDERS[sort],
  };
}

export function jobChips(
  filters: JobFilters,
  names: { readonly city?: string; readonly account?: string },
): Chip[] {
  const { search, cityId, payType, budgetFrom, budgetTo, dateFrom, dateTo, accountId } = filters;
  const chips: (Chip | false)[] = [
    search !== undefined && { label: `«${search}»`, names: ["search"] },
    accountId !== undefined && {
      label: `Заказчик: ${names.account ?? accountId}`,
      names: ["account"],
    },
    cityId !== undefined && { label: `Город: ${names.city ?? "не найден"}`, names: ["city"] },
    budgetFrom !== undefined && { label: `От ${formatRubles(budgetFrom)}`, names: ["budgetFrom"] },
    budgetTo !== undefined && { label: `До ${formatRubles(budgetTo)}`, names: ["budgetTo"] },
    payType !== undefined && { label: JOB_PAY_TYPE.titles[payType], names: ["payType"] },
    dateFrom !== undefined && { label: `С ${formatDate(dateFrom)}`, names: ["dateFrom"] },
    dateTo !== undefined && { label: `По ${formatDate(dateTo)}`, names: ["dateTo"] },
  ];
  return chips.filter((chip) => chip !== false);
}

function readBudget(text: string | null, refuse: (finding: string) => void): number | undefined {
  if (!text?.trim()) return undefined;
  const read = readRubles(text);
  if (!read.ok) refuse(read.message);
  else if (read.rubles > JOB_BUDGET_MAX) refuse(`Сумма не больше ${formatRubles(JOB_BUDGET_MAX)}`);
  else return read.rubles;
  return undefined;
}

function readDay(text: string | null, refuse: () => void): CalendarDate | undefined {
  if (!text?.trim()) return undefined;
  const read = parseCalendarDate(text);
  if (read.ok && read.date >= "1970-01-02" && read.date < "2100-01-01") return read.date;
  refuse();
  return undefined;
}

function secondsOf(date: CalendarDate | undefined, time: string): number | undefined {
  return date === undefined ? undefined : Date.parse(`${date}T${time}+03:00`) / 1000;
}
