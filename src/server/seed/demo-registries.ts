import { addDays, formatDate } from "#contract/values/calendar-date.ts";
import type { changeSwitches } from "#server/sandbox/switches.ts";

type Switches = Parameters<typeof changeSwitches>[2];

export interface DemoRegistry {
  readonly title: string;
  /** Of the first company. */
  readonly project?: string;
  readonly daysAgo: number;
  readonly rows: number;
  /** Rubles of the first row; the next are a little more. */
  readonly amount: number;
  /** Position of the first row's workman: most are left without a refusal, for whoever tries a payment. */
  readonly firstWorkman?: number;
  readonly mistakes?: number;
  readonly execute?: boolean;
  /** What the bank and the tax service do with its payouts. */
  readonly bank?: Switches;
  readonly taxService?: Switches;
  /** One of the returned payouts goes back to the balance. */
  readonly givesUpOne?: boolean;
  /** It starts by itself so many days after it was made. */
  readonly startsInDays?: number;
  readonly cancel?: boolean;
}

const DAY_SECONDS = 86_400;

/** In every state that lasts, with payouts in every state that lasts, oldest first. */
export const DEMO_REGISTRIES: readonly DemoRegistry[] = [
  {
    title: "Выкладка товара, первая очередь",
    project: "Маркетинг",
    daysAgo: 48,
    rows: 24,
    amount: 8200,
    execute: true,
  },
  {
    title: "Выкладка товара, вторая очередь",
    project: "Маркетинг",
    daysAgo: 19,
    rows: 31,
    amount: 8600,
    execute: true,
  },
  {
    title: "Ночная инвентаризация",
    project: "Склад Подольск",
    daysAgo: 9,
    rows: 12,
    amount: 5400,
    execute: true,
    bank: { returnNext: 3 },
    givesUpOne: true,
  },
  { title: "Промоакция, не состоялась", daysAgo: 6, rows: 5, amount: 3000, cancel: true },
  {
    title: "Приёмка возвратов, следующий месяц",
    daysAgo: 3,
    rows: 7,
    amount: 3900,
    startsInDays: 25,
  },
  { title: "Разгрузка, первая половина месяца", daysAgo: 2, rows: 18, amount: 4700, mistakes: 4 },
  {
    title: "Погрузка, ночные смены",
    daysAgo: 1.2,
    rows: 9,
    firstWorkman: 31,
    amount: 5100,
    execute: true,
    bank: { failNext: 1, holdNext: 1 },
    taxService: { failNext: 1, failReason: "REQUEST_VALIDATION_ERROR" },
  },
  { title: "Курьеры, пробный файл", daysAgo: 1, rows: 3, amount: 2500, mistakes: 3 },
  {
    title: "Фасовка, утренняя смена",
    daysAgo: 0.1,
    rows: 4,
    firstWorkman: 27,
    amount: 3300,
    execute: true,
    bank: { answerAfterSeconds: DAY_SECONDS },
  },
  { title: "Комплектация заказов", daysAgo: 0, rows: 15, amount: 6100 },
];

const HEADER = [
  "ИНН исполнителя",
  "ФИО исполнителя",
  "Код услуги",
  "Текст для чека",
  "Дата начала работ",
  "Дата окончания работ",
  "Сумма, ₽",
];

/** As copied from a spreadsheet. */
export function textOf(
  registry: Pick<DemoRegistry, "rows" | "firstWorkman" | "amount" | "mistakes">,
  workmen: readonly { inn: string; name: string }[],
  today: string,
): string {
  const start = formatDate(addDays(today, -14));
  const end = formatDate(addDays(today, -1));
  const rows = Array.from({ length: registry.rows }, (_, index) => {
    const workman = workmen[((registry.firstWorkman ?? 0) + index) % workmen.length] as {
      inn: string;
      name: string;
    };
    const isWrong = index < (registry.mistakes ?? 0);
    const inn = isWrong && index % 2 === 0 ? workman.inn.slice(0, 10) : workman.inn;
    const amount = isWrong && index % 2 === 1 ? "0" : `${registry.amount + index * 137},50`;
    return [
      inn,
      workman.name,
      "0101",
      `Услуги по выкладке товара за период ${start} – ${end}`,
      start,
      end,
      amount,
    ].join("\t");
  });
  return [HEADER.join("\t"), ...rows].join("\n");
}
