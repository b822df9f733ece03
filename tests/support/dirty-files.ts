import { buffer } from "node:stream/consumers";
import { addDays, formatDate } from "#contract/values/calendar-date.ts";
import { encodeWindows1251 } from "#server/files/spreadsheet/windows-1251.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import { rawWorkbook } from "./raw-zip.ts";
import type { PayrollWorker } from "./payroll-file.ts";

/** Another program's payroll. */
type Sheet = readonly (readonly (string | number)[])[];

/** Six files unlike our template, for three workers and one period. */
export interface DirtyFile {
  readonly name: string;
  readonly fileName: string;
  readonly bytes: Buffer;
}

const MONTHS = [
  "январь",
  "февраль",
  "март",
  "апрель",
  "май",
  "июнь",
  "июль",
  "август",
  "сентябрь",
  "октябрь",
  "ноябрь",
  "декабрь",
];

/** As people write it. */
function lastMonth(today: string) {
  const end = addDays(`${today.slice(0, 8)}01`, -1);
  const [from, to] = [formatDate(`${end.slice(0, 8)}01`), formatDate(end)];
  return {
    name: `${MONTHS[Number(end.slice(5, 7)) - 1]} ${end.slice(0, 4)}`,
    from,
    to,
    shortFrom: `${from.slice(0, 6)}${from.slice(8)}`,
  };
}

const SUMS = [10_238.25, 7_500, 12_000.5] as const;

/** «1С:ЗУП»: a page above, column numbers below the header, total and signatures. */
export function accountingPayroll(workers: readonly PayrollWorker[], today: string): DirtyFile {
  const month = lastMonth(today);
  return {
    name: "a payroll of 1С:ЗУП",
    fileName: "Ведомость на выплату.xlsx",
    bytes: workbook([
      ["ООО «Ромашка»"],
      [`Ведомость на выплату вознаграждения за ${month.name} г.`],
      [],
      ["№ п/п", "Сотрудник", "ИНН", "Начислено", "Удержано", "К выплате"],
      ["1", "2", "3", "4", "5", "6"],
      ["Отдел доставки"],
      ...workers.map(({ fullName, inn }, index) => [
        index + 1,
        fullName,
        inn,
        (SUMS[index] ?? 0) + 100,
        100,
        SUMS[index] ?? 0,
      ]),
      ["", "Итого по отделу", "", 30_038.75, 300, 29_738.75],
      ["ИТОГО", "", "", 30_038.75, 300, 29_738.75],
      [],
      ["Руководитель", "", "____________", "Иванов И. И."],
      ["Главный бухгалтер", "", "____________", "Петрова А. А."],
    ]),
  };
}

/** Of `bigPayroll`: the faults that people make in a payroll of two thousand rows. */
export const BIG_PAYROLL = {
  rows: 2_000,
  nothingToPay: 86,
  decimals: 19,
  initials: 5,
  missing: 3,
  wrong: 2,
  strangers: 2,
} as const;

/**
 * «1С:ЗУП», as `accountingPayroll`, of departments with sub-totals; its total is of the rows as they
 * are shown. Rows with one fault each are the first of their departments.
 *
 * @param strangers - whom the platform does not know.
 */
export function bigPayroll(
  workers: readonly PayrollWorker[],
  strangers: readonly PayrollWorker[],
  today: string,
): DirtyFile {
  const month = lastMonth(today);
  const departments = 8;
  const ofDepartment = BIG_PAYROLL.rows / departments;
  const payees = Array.from({ length: BIG_PAYROLL.rows }, (_, index) => {
    const { inn = "", fullName = "" } = workers[index % workers.length] ?? {};
    return { inn, fullName, sum: (1_000 + index) / 100, text: "" };
  }).map((payee) => ({ ...payee, text: payee.sum.toFixed(2).replace(".", ",") }));
  /** Spread over the departments. */
  let next = 0;
  const spoil = (count: number, change: (payee: (typeof payees)[number]) => void) => {
    for (let left = count; left > 0; left -= 1) {
      const payee = payees[(next % departments) * ofDepartment + Math.floor(next / departments)];
      if (payee) change(payee);
      next += 1;
    }
  };
  spoil(29, (payee) => {
    payee.sum = -payee.sum;
    payee.text = `-${payee.text}`;
  });
  for (const [count, text] of [
    [40, ""],
    [10, "0,00"],
    [7, "—"],
  ] as const)
    spoil(count, (payee) => Object.assign(payee, { sum: 0, text }));
  spoil(BIG_PAYROLL.decimals, (payee) => {
    payee.text += "4";
  });
  spoil(BIG_PAYROLL.initials, (payee) => {
    payee.fullName = payee.fullName.replace(/ (\S)\S* (\S)\S*$/, " $1. $2.");
  });
  spoil(BIG_PAYROLL.missing, (payee) => {
    payee.inn = "";
  });
  spoil(BIG_PAYROLL.wrong, (payee) => {
    payee.inn = payee.inn.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
  });
  spoil(BIG_PAYROLL.strangers, (payee) => Object.assign(payee, strangers[next % strangers.length]));
  const shown = (sum: number) => sum.toFixed(2).replace(".", ",");
  const totalOf = (rows: typeof payees) => shown(rows.reduce((total, { sum }) => total + sum, 0));
  return {
    name: "a payroll of two thousand rows",
    fileName: "Ведомость на выплату.xlsx",
    bytes: workbook([
      ["ООО «Северный склад»"],
      [`Ведомость на выплату вознаграждения за ${month.name} г.`],
      [],
      ["№ п/п", "Сотрудник", "ИНН", "Начислено", "К выплате", "Подпись"],
      ["1", "2", "3", "4", "5", "6"],
      ...Array.from({ length: departments }, (_, department) => {
        const rows = payees.slice(department * ofDepartment, (department + 1) * ofDepartment);
        return [
          [`Отдел № ${department + 1}`],
          ...rows.map(({ fullName, inn, sum, text }, index) => [
            String(index + 1),
            fullName,
            inn,
            shown(sum),
            text,
          ]),
          ["", `Итого по отделу № ${department + 1}`, "", "", totalOf(rows)],
        ];
      }).flat(),
      ["", "Итого", "", "", totalOf(payees)],
      ["Руководитель", "", "____________", "Иванов И. И."],
    ]),
  };
}

/** Two header lines with merged cells, a total that does not add up. */
export function logisticsSheet(workers: readonly PayrollWorker[], today: string): DirtyFile {
  const month = lastMonth(today);
  return {
    name: "Excel of a logistics company",
    fileName: "Курьеры.xlsx",
    bytes: workbook([
      ["Водитель", "", "Период работ", "", "Вид работ", "Оплата", ""],
      ["ФИО", "ИНН", "с", "по", "", "Рейсов", "Сумма, руб."],
      ...workers.map(({ fullName, inn }, index) => [
        fullName,
        `${inn.slice(0, 4)} ${inn.slice(4, 8)} ${inn.slice(8)}`,
        month.shortFrom,
        `${month.to} г.`,
        "Перевозка грузов",
        index + 2,
        `${String(SUMS[index]).replace(/(\d)(?=\d{3}(?:\.|$))/, "$1 ")} ₽`,
      ]),
      ["ВСЕГО", "", "", "", "", 9, 30_000],
    ]),
  };
}

/** A sheet of rules, then one for each half of the month. */
export async function bookOfPeriods(
  workers: readonly PayrollWorker[],
  today: string,
): Promise<DirtyFile> {
  const month = lastMonth(today);
  const titles = ["ИНН", "ФИО", "Код услуги", "Текст для чека", "Дата начала работ"];
  const columns = [...titles, "Дата окончания работ", "Сумма"].map((title) => ({
    title,
    width: 20,
    isText: true,
  }));
  const sheet = (name: string, sums: readonly number[]) => ({
    name,
    columns,
    batches: [
      sums.map((sum, index) => {
        const { inn = "", fullName = "" } = workers[index] ?? {};
        return [inn, fullName, "0201", "Перевозка грузов", month.from, month.to, String(sum)];
      }),
    ],
  });
  return {
    name: "a book of periods",
    fileName: "Периоды.xlsx",
    bytes: await buffer(
      writeXlsx([
        {
          name: "Правила",
          columns: [{ title: "Правила", width: 40 }],
          batches: [[["Платить в срок"]]],
        },
        sheet("Первая половина", [1_000, 1_100]),
        sheet("Вторая половина", [3_000, 3_100, 3_200]),
      ]),
    ),
  };
}

/** Commas, quotes, one date. */
export function bankList(workers: readonly PayrollWorker[], today: string): DirtyFile {
  const month = lastMonth(today);
  const lines = workers.map(
    ({ fullName, inn }, index) =>
      `${index + 1},"${fullName}",${inn},"40817810${String(index).padStart(12, "0")}","${SUMS[index]?.toFixed(2)}",${month.to},"Оплата услуг по доставке, рейс ${index + 1}"`,
  );
  return {
    name: "a list of a bank",
    fileName: "registry.csv",
    bytes: Buffer.from(
      `\uFEFF№,ФИО получателя,ИНН получателя,Счёт получателя,Сумма платежа,Дата,Назначение платежа\r\n${lines.join("\r\n")}\r\n`,
    ),
  };
}

/** windows-1251, `;`, other names, one of them twice. */
export function rivalsCsv(workers: readonly PayrollWorker[], today: string): DirtyFile {
  const month = lastMonth(today);
  const lines = workers.map(
    ({ fullName, inn }, index) =>
      `8-916-000-00-0${index};${fullName};${inn};Доставка заказов;${month.from};${month.to};${SUMS[index]?.toFixed(2).replace(".", ",")} руб.;`,
  );
  return {
    name: "CSV of a rival's template",
    fileName: "выплаты.csv",
    bytes: Buffer.from(
      encodeWindows1251(
        `Номер телефона;Самозанятый;ИНН самозанятого;Название услуги;Дата начала оказания;Дата завершения оказания;Стоимость услуг;Номер договора\r\n${lines.join("\r\n")}\r\n`,
      ),
    ),
  };
}

/** A second table below, of people who are not paid. */
export function sheetOfTwoTables(workers: readonly PayrollWorker[], today: string): DirtyFile {
  const month = lastMonth(today);
  const [first, second, third] = workers;
  return {
    name: "a sheet with two tables",
    fileName: "Февраль.xlsx",
    bytes: workbook([
      ["ИНН", "ФИО", "Код услуги", "Текст для чека", "Начало", "Окончание", "Сумма к выплате"],
      ...[first, second].map((worker, index) => [
        worker?.inn ?? "",
        worker?.fullName ?? "",
        "0301",
        "Доставка заказов",
        month.from,
        month.to,
        SUMS[index] ?? 0,
      ]),
      [],
      ["Удержания"],
      ["ИНН", "ФИО", "Причина", "", "", "", "Размер"],
      [third?.inn ?? "", third?.fullName ?? "", "Порча груза", "", "", "", 500],
    ]),
  };
}

/** Pasted from Google Sheets. */
export function pastedSheet(workers: readonly PayrollWorker[], today: string): string {
  const month = lastMonth(today);
  return [
    "Исполнитель\tИНН\tУслуга\tДата\tСумма",
    ...workers.map(({ fullName, inn }, index) =>
      [fullName, inn, "Доставка заказов", month.to, SUMS[index] ?? 0].join("\t"),
    ),
    `Итого\t\t\t\t29 738,75`,
  ].join("\n");
}

function workbook(rows: Sheet): Buffer {
  return rawWorkbook({
    rows: rows
      .map(
        (cells, index) =>
          `<row r="${index + 1}">${cells.map((cell, at) => cellXml(cell, `${letter(at)}${index + 1}`)).join("")}</row>`,
      )
      .join(""),
  });
}

function cellXml(cell: string | number, place: string): string {
  if (cell === "") return "";
  return typeof cell === "number"
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${cell.replaceAll("&", "&amp;")}</t></is></c>`;
}

function letter(at: number): string {
  return String.fromCharCode(65 + at);
}
