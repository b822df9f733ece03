import { describe, expect, it } from "vitest";

import {
  validatePayrollRow,
  type ValidatedPayrollRow,
} from "#contract/registries/kinds/payroll.ts";
import {
  PAYROLL_COLUMN_KEYS,
  PAYROLL_COLUMNS,
  type PayrollColumnKey,
} from "#contract/registries/kinds/payroll-columns.ts";
import {
  headerTitle,
  matchHeader,
  normalizeHeader,
} from "#contract/registries/registry-columns.ts";
import { findingSentence, REGISTRY_FINDINGS } from "#contract/registries/registry-findings.ts";
import { FORMULA_WITHOUT_VALUE } from "#contract/values/spreadsheet-cell.ts";

const TODAY = "2026-03-10";

const GOOD: Record<PayrollColumnKey, string> = {
  externalId: "Z-1",
  inn: "500100732259",
  fullName: "Семёнов Пётр Ильич",
  serviceCode: "0301",
  receiptText: "Доставка заказов за март по договору 15",
  workStart: "01.03.2026",
  workEnd: "05.03.2026",
  actDate: "06.03.2026",
  amount: "1 234,56",
  payoutMethod: "Карта",
  project: "Москва",
  tags: "март, курьеры",
  comment: "Для себя",
};

describe("a right payroll row", () => {
  it("is understood whole", () => {
    const { values, findings, healed } = check({});
    expect(findings).toEqual([]);
    expect(healed).toEqual([]);
    expect(values).toEqual({
      externalId: "Z-1",
      inn: "500100732259",
      fullName: "Семёнов Пётр Ильич",
      serviceCode: "0301",
      receiptText: "Доставка заказов за март по договору 15",
      workStart: "2026-03-01",
      workEnd: "2026-03-05",
      actDate: "2026-03-06",
      amountKopecks: 123_456n,
      payoutMethod: "CARD",
      projectTitle: "Москва",
      tags: ["март", "курьеры"],
      comment: "Для себя",
    });
  });

  it("needs only the required columns; the act is then dated today", () => {
    const { values, findings } = check({
      externalId: "",
      fullName: "",
      actDate: "",
      payoutMethod: "",
      project: "",
      tags: "",
      comment: "",
    });
    expect(findings).toEqual([]);
    expect(values).toMatchObject({
      actDate: TODAY,
      payoutMethod: null,
      tags: [],
      fullName: null,
      externalId: null,
    });
  });

  it.each([
    [{ amount: "1,00" }, { amountKopecks: 100n }],
    [{ amount: "2 400 000,00 ₽" }, { amountKopecks: 240_000_000n }],
    [{ payoutMethod: "счет" }, { payoutMethod: "PAYMENT_ACCOUNT" }],
    [{ payoutMethod: "СБП" }, { payoutMethod: "SBP" }],
    [
      { workStart: "46086", workEnd: "2026-03-05" },
      { workStart: "2026-03-05", workEnd: "2026-03-05" },
    ],
    [{ workStart: "09.12.2025", workEnd: "10.03.2026", actDate: "" }, { workStart: "2025-12-09" }],
    [
      { receiptText: "Доклад о премиум-доставке и авансцене" },
      { receiptText: "Доклад о премиум-доставке и авансцене" },
    ],
  ])("may say %j", (cells, values) => {
    const row = check(cells);
    expect(row.findings).toEqual([]);
    expect(row.values).toMatchObject(values);
  });
});

it("an empty sum of a row without an ИНН is a cell that was forgotten", () => {
  expect(check({ inn: "", amount: "" }).findings.map(({ code }) => code)).toEqual([
    "required",
    "required",
  ]);
});

describe("a wrong payroll row", () => {
  it.each<[Partial<Record<PayrollColumnKey, string>>, PayrollColumnKey, string]>([
    [{ inn: "" }, "inn", "Обязательное поле"],
    [{ serviceCode: " " }, "serviceCode", "Обязательное поле"],
    [{ receiptText: "" }, "receiptText", "Обязательное поле"],
    [{ workStart: "" }, "workStart", "Обязательное поле"],
    [{ workEnd: "" }, "workEnd", "Обязательное поле"],
    [{ amount: "" }, "amount", "Платить нечего: сумма не указана"],
    [
      { externalId: "x".repeat(65) },
      "externalId",
      "Слишком длинное значение (не более 64 символов)",
    ],
    [{ comment: "x".repeat(501) }, "comment", "Слишком длинное значение (не более 500 символов)"],
    [{ inn: "7707083893" }, "inn", "ИНН должен содержать 12 цифр"],
    [{ inn: "50010073225X" }, "inn", "ИНН должен содержать 12 цифр"],
    [{ inn: "500100732250" }, "inn", "Неверная контрольная сумма ИНН"],
    [
      { inn: "5,00101E+11" },
      "inn",
      "Номер повреждён Excel (5,00E+11). Вставьте значение как текст",
    ],
    [
      { externalId: "4.0817810700000002E+19" },
      "externalId",
      "Номер повреждён Excel (4,08E+19). Вставьте значение как текст",
    ],
    [
      { fullName: "Иванов 2" },
      "fullName",
      "ФИО может содержать только буквы, пробелы, дефис и апостроф",
    ],
    [{ serviceCode: "доставка" }, "serviceCode", "Услуга с кодом доставка не найдена"],
    [{ receiptText: "Чек" }, "receiptText", "Текст для чека: от 5 до 256 символов"],
    [
      { receiptText: "Доставка\nзаказов" },
      "receiptText",
      "Текст для чека — одна строка: уберите переносы и табуляцию",
    ],
    [
      { receiptText: "Доставка\tзаказов" },
      "receiptText",
      "Текст для чека — одна строка: уберите переносы и табуляцию",
    ],
    [{ receiptText: "ы".repeat(257) }, "receiptText", "Текст для чека: от 5 до 256 символов"],
    [
      { receiptText: "Зарплата за март" },
      "receiptText",
      "Текст для чека содержит признаки трудовых отношений: «Зарплата»",
    ],
    [
      { receiptText: "Выплата аванса курьеру" },
      "receiptText",
      "Текст для чека содержит признаки трудовых отношений: «аванса»",
    ],
    [
      { receiptText: "За март: премия" },
      "receiptText",
      "Текст для чека содержит признаки трудовых отношений: «премия»",
    ],
    [
      { receiptText: "Месячный оклад" },
      "receiptText",
      "Текст для чека содержит признаки трудовых отношений: «оклад»",
    ],
    [
      { receiptText: "Оплата отпуска" },
      "receiptText",
      "Текст для чека содержит признаки трудовых отношений: «отпуска»",
    ],
    [
      { receiptText: "По трудовому договору" },
      "receiptText",
      "Текст для чека содержит признаки трудовых отношений: «трудовому»",
    ],
    [
      { receiptText: "Наша зaрплата" },
      "receiptText",
      "Текст для чека содержит признаки трудовых отношений: «зарплата»",
    ],
    [{ workStart: "31.02.2026" }, "workStart", "Неверная дата. Укажите в виде 05.03.2026"],
    [{ workEnd: "5/3/26" }, "workEnd", "Неверная дата. Укажите в виде 05.03.2026"],
    [{ workEnd: "11.03.2026", actDate: "" }, "workEnd", "Дата не может быть позже сегодняшней"],
    [{ workEnd: "28.02.2026" }, "workEnd", "Дата окончания раньше даты начала"],
    [
      { workStart: "08.12.2025", workEnd: "10.03.2026", actDate: "" },
      "workEnd",
      "Период работ не может быть длиннее 92 дней",
    ],
    [{ actDate: "04.03.2026" }, "actDate", "Неверная дата акта"],
    [{ actDate: "11.03.2026" }, "actDate", "Неверная дата акта"],
    [{ actDate: "потом" }, "actDate", "Неверная дата акта"],
    [{ amount: "0,00 ₽" }, "amount", "Платить нечего: сумма 0,00 ₽"],
    [{ amount: "—" }, "amount", "Платить нечего: сумма —"],
    [{ amount: " - " }, "amount", "Платить нечего: сумма -"],
    [{ amount: "–100,125" }, "amount", "Платить нечего: сумма –100,125"],
    [{ amount: "(1 100,00)" }, "amount", "Платить нечего: сумма (1 100,00)"],
    [{ amount: "-сто" }, "amount", "Сумма должна быть больше нуля"],
    [{ amount: "0,99" }, "amount", "Сумма должна быть не меньше 1,00\u00A0₽"],
    [
      { amount: "2400000,01" },
      "amount",
      "Сумма должна быть не больше 2\u00A0400\u00A0000,00\u00A0₽",
    ],
    [
      { amount: "99999999999999" },
      "amount",
      "Сумма должна быть не больше 2\u00A0400\u00A0000,00\u00A0₽",
    ],
    [{ amount: "10,005" }, "amount", "Сумма должна содержать не более двух знаков после запятой"],
    [{ amount: "сто" }, "amount", "Неверная сумма. Укажите в виде 1 234,56"],
    [{ amount: "1E+06" }, "amount", "Номер повреждён Excel (1E+06). Вставьте значение как текст"],
    [{ amount: "1e3" }, "amount", "Неверная сумма. Укажите в виде 1 234,56"],
    [{ amount: "1E3" }, "amount", "Неверная сумма. Укажите в виде 1 234,56"],
    [{ payoutMethod: "Наличные" }, "payoutMethod", "Допустимо: Карта, Счёт или СБП"],
    [{ tags: "1,2,3,4,5,6,7,8,9,10,11" }, "tags", "Не более 10 тегов"],
    [{ tags: "x".repeat(51) }, "tags", "Слишком длинное значение (не более 50 символов)"],
    [{ comment: "a\u0000b" }, "comment", "Уберите невидимые служебные символы"],
    [
      { amount: FORMULA_WITHOUT_VALUE },
      "amount",
      "Формула без значения. Откройте файл в Excel, сохраните и загрузите снова или вставьте значение",
    ],
  ])("%j says so once, beside its cell", (cells, column, message) => {
    const { findings } = check(cells);
    expect(findings).toEqual([{ column, code: expect.any(String), severity: "error", message }]);
  });

  it("names every wrong cell at once and keeps the right ones", () => {
    const { findings, values } = check({ inn: "1", amount: "0", workEnd: "никогда" });
    expect(findings.map((finding) => finding.column).sort()).toEqual(["amount", "inn", "workEnd"]);
    expect(values).toMatchObject({
      inn: null,
      amountKopecks: null,
      workEnd: null,
      serviceCode: "0301",
    });
  });

  it("is put in a sentence for the error file", () => {
    expect(findingSentence(5, "ИНН исполнителя", REGISTRY_FINDINGS.inn_checksum.message)).toBe(
      "Строка 5, «ИНН исполнителя»: неверная контрольная сумма ИНН",
    );
    expect(findingSentence(5, "ИНН исполнителя", REGISTRY_FINDINGS.inn_length.message)).toBe(
      "Строка 5, «ИНН исполнителя»: ИНН должен содержать 12 цифр",
    );
  });
});

describe("a damaged cell is healed and marked", () => {
  it.each<[PayrollColumnKey, string, Partial<ValidatedPayrollRow["values"]>]>([
    ["inn", "5001 0073 2259", { inn: "500100732259" }],
    ["inn", "10000005005", { inn: "010000005005" }],
    ["fullName", "Иванoв  Cергей", { fullName: "Иванов Сергей" }],
    ["serviceCode", "301", { serviceCode: "0301" }],
  ])("%s %j", (column, text, values) => {
    const row = check({ [column]: text });
    expect(row.findings).toEqual([]);
    expect(row.healed).toEqual([column]);
    expect(row.values).toMatchObject(values);
  });
});

describe("the header", () => {
  const titles = PAYROLL_COLUMNS.map(headerTitle);

  it("is known as the template writes it", () => {
    expect(PAYROLL_COLUMNS.map(({ key }) => key)).toEqual([...PAYROLL_COLUMN_KEYS]);
    expect(matchHeader(PAYROLL_COLUMNS, titles)).toEqual({
      positions: titles.map((_, index) => index),
      missing: [],
      repeated: [],
      rowIdPosition: -1,
      unused: [],
    });
  });

  it("is known in any order, case and spelling; our own column of errors is skipped silently", () => {
    const cells = [
      "Ошибки",
      "СУММА, ₽ *",
      "инн\u00A0исполнителя (12 цифр)",
      "Услуга",
      "Текст для чека",
      "Дата начала",
      "Дата окончания",
      "Погода",
    ];
    const match = matchHeader(PAYROLL_COLUMNS, cells);
    expect(match.missing).toEqual([]);
    expect(match.unused).toEqual(["Погода"]);
    expect(match.positions).toEqual([-1, 2, -1, 3, 4, 5, 6, -1, 1, -1, -1, -1, -1]);
    expect(normalizeHeader(" Счёт* [20 цифр] ")).toBe("счет");
  });

  it("says what is missing and what stands twice", () => {
    const match = matchHeader(PAYROLL_COLUMNS, ["ИНН", "ИНН исполнителя", "Сумма"]);
    expect(match.missing.map(({ title }) => title)).toEqual([
      "Код услуги",
      "Текст для чека",
      "Дата начала работ",
      "Дата окончания работ",
    ]);
    expect(match.repeated.map(({ title }) => title)).toEqual(["ИНН исполнителя"]);
  });
});

function check(cells: Partial<Record<PayrollColumnKey, string>>): ValidatedPayrollRow {
  const row = { ...GOOD, ...cells };
  return validatePayrollRow(
    PAYROLL_COLUMN_KEYS.map((key) => row[key]),
    { today: TODAY },
  );
}
