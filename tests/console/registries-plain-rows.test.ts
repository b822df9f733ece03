import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KeyHash } from "#console/resources/registries/preview/first-rows.ts";
import { hashPayment, PlainPayrollRows } from "#console/resources/registries/preview/plain-payroll-rows.ts";
import { textForm, type TextEncodingName } from "#console/resources/registries/preview/text-forms.ts";
import { LABOUR_STEMS } from "#contract/registries/kinds/labour-words.ts";
import { checkPayrollRow, PAYROLL_ROW_LIMITS } from "#contract/registries/kinds/payroll.ts";
import { PAYROLL_COLUMN_KEYS, type PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import { toDayNumber } from "#contract/values/calendar-date.ts";
import { makePersonInn } from "#tests/support/payroll-file.ts";

const TODAY = "2026-03-10";
const ORDERED = PAYROLL_COLUMN_KEYS.map((_, index) => index);
type Cells = Record<PayrollColumnKey, string>;

const GOOD: Cells = {
  externalId: "Z-1/7",
  inn: "500100732259",
  fullName: "Семёнов-Ёлкин Пётр Ильич",
  serviceCode: "0301",
  receiptText: "Доставка заказов, маршрут 32 (рейс № 15)",
  workStart: "01.03.2026",
  workEnd: "05.03.2026",
  actDate: "06.03.2026",
  amount: "1234,56",
  payoutMethod: "Карта",
  project: "Москва",
  tags: "март, курьеры",
  comment: "Для себя",
};

/** A text of any encoding as the worker has it. */
function unitsOf(text: string, encoding: TextEncodingName = "utf-8") {
  if (encoding !== "windows-1251") return textForm(encoding).unitsOf(new TextEncoder().encode(text));
  const letters = textForm(encoding).letters ?? new Uint16Array();
  return Uint8Array.from(text, (letter) => letters.indexOf(letter.charCodeAt(0)));
}

function recognise(cells: Partial<Cells>, encoding: TextEncodingName = "utf-8") {
  const plain = new PlainPayrollRows(ORDERED, textForm(encoding), ";", TODAY);
  const texts = PAYROLL_COLUMN_KEYS.map((key) => ({ ...GOOD, ...cells })[key]);
  return { plain, texts, isPlain: plain.recognise(unitsOf(`${texts.join(";")}\n`, encoding), 0) !== -1 };
}

describe("a plainly right row is recognised", () => {
  test.each<TextEncodingName>(["utf-8", "windows-1251"])("in %s, with its sum and its keys", (encoding) => {
    const { plain, isPlain } = recognise({}, encoding);
    expect(isPlain).toBe(true);
    expect(plain.kopecks).toBe(123_456);
    const id = new KeyHash();
    id.begin();
    for (const letter of GOOD.externalId) id.add(letter.charCodeAt(0));
    expect(plain.externalId).toEqual(id);
    const payment = new KeyHash();
    hashPayment(payment, 500100, 732259, 301, toDayNumber("2026-03-01"), toDayNumber("2026-03-05"), 123_456);
    expect(plain.payment).toEqual(payment);
  });

  test("with its optional cells empty, in another order, with columns nobody asked for, at the end of a file", () => {
    const positions = [-1, 3, -1, 1, 2, 4, 5, -1, 0, -1, -1, -1, -1];
    const plain = new PlainPayrollRows(positions, textForm("utf-8"), "\t", TODAY);
    const record = "100\t0301\tДоставка заказов\t500100732259\t01.03.2026\t01.03.2026\tчужой столбец";
    expect(plain.recognise(unitsOf(record), 0)).toBe(record.length);
    expect(plain.recognise(unitsOf(`${record}\r\nещё`), 0)).toBe(record.length);
    expect(plain.recognise(unitsOf(record.replace("чужой", '"чужой')), 0)).toBe(-1);
    expect(plain.externalId).toBeNull();
  });
});

const { tag, ...longest } = PAYROLL_ROW_LIMITS.maxText;
test.each(Object.entries({ ...longest, tags: tag }))("no longer text of %s than the rules allow", (key, limit) => {
  expect(recognise({ [key]: "я".repeat(limit) }).isPlain).toBe(true);
  expect(recognise({ [key]: "я".repeat(limit + 1) }).isPlain).toBe(false);
});

describe("of a row that is recognised the rules have nothing to say", () => {
  /** What people, spreadsheets and other programs put into cells; and any characters at all. */
  const oddCell = fc.oneof(
    fc.constantFrom("", " ", "0", "1,005", "1.5", "12,", ",5", "0,99", "2400000,01", "99999999999", "4,08E+19", "1 000,00", "-5", "301", "0302", "Счёт", "СБП", "наличные", "карта"),
    fc.constantFrom("29.02.2026", "29.02.2024", "31.04.2026", "09.03.2026", "10.03.2026", "11.03.2026", "01.12.2025", "08.12.2025", "07.12.2025", "1.3.2026", "2026-03-05", "46086", "01.03.26", "00.00.0000"),
    fc.constantFrom("Иванов  Пётр", "Иванов Пётр ", " Иванов", "Ivanov", "Ивaнов", "Иванов 2-й", "Иванов - Пётр", "-", "О’Нил", "Чек", "Чеки", "a,b,c,d,e,f,g,h,i,j,k", "\u00A0", "\u0007", "\uE000formula"),
    fc.constantFrom(...LABOUR_STEMS.flatMap((stem) => [`Выплата: ${stem}а`, stem.toUpperCase(), `не${stem}`, `за ${stem}ные`, `№${stem}ия`])),
    fc.integer({ min: 0, max: 2_000 }).map((index) => makePersonInn(index)),
    fc.integer({ min: 0, max: 999_999_999_999 }).map((number) => String(number).padStart(12, "0")),
    fc.integer({ min: 60, max: 700 }).map((length) => "я".repeat(length)),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: fc.constantFrom("а", "Я", "ё", "z", "5", " ", "-", ",", ".", "№", "—", "\u0085", "\u200B", "\t", "+", "'"), maxLength: 12 }),
  );
  const oddCells = fc.dictionary(fc.constantFrom(...PAYROLL_COLUMN_KEYS), oddCell, { maxKeys: 3 });

  test("whatever stands in its cells", () => {
    let recognised = 0;
    fc.assert(
      fc.property(oddCells, (odd) => {
        const cells = Object.fromEntries(Object.entries(odd).filter(([, text]) => !/[;"\r\n]/.test(text)));
        const { plain, texts, isPlain } = recognise(cells);
        if (!isPlain) return;
        recognised += 1;
        const { issues, healed, values } = checkPayrollRow(texts, { today: TODAY });
        expect({ cells, issues, healed }).toEqual({ cells, issues: [], healed: [] });
        expect(plain.kopecks).toBe(Number(values.amountKopecks));
        expect(plain.externalId === null).toBe(values.externalId === null);
      }),
      { numRuns: 20_000 },
    );
    // A recogniser that knows nothing would pass as well.
    expect(recognised).toBeGreaterThan(1_000);
  });
});

describe("the numbers of a file are its text", () => {
  test("in UTF-8, whatever bytes there are", () => {
    const pieces = fc.array(fc.oneof(fc.string({ unit: "grapheme" }).map((text) => new TextEncoder().encode(text)), fc.uint8Array({ maxLength: 4 })), { maxLength: 6 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
        const { unitsOf: read, textOf } = textForm("utf-8");
        expect(textOf(read(bytes))).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each(["utf-16le", "utf-16be"] as const)("in %s", (encoding) => {
    const text = "Семёнов № 5 – «да» ₽ 😀";
    const bytes = Uint8Array.from([...text].flatMap((letter) => [...letter].flatMap((one) => one.split("").flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]))));
    if (encoding === "utf-16be") for (let index = 0; index < bytes.length; index += 2) bytes.subarray(index, index + 2).reverse();
    const form = textForm(encoding);
    expect(form.textOf(form.unitsOf(bytes))).toBe(text);
  });
});
