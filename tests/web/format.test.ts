import { expect, test } from "vitest";
import { formatBytes } from "#web/format/bytes.ts";
import {
  formatDay,
  formatInstant,
  formatMaintenanceTime,
  formatMonth,
  formatSeconds,
} from "#web/format/dates.ts";
import { formatRubles, readRubles } from "#web/format/money.ts";
import { formatPhone, maskPhoneInput, wholePhone } from "#web/format/phone.ts";

const plain = (text: string) => text.replaceAll("\u00A0", " ");
/** 5 March 2026, 15:00 in Moscow. */
const NOW = new Date("2026-03-05T12:00:00Z");

test.each([
  ["2026-03-05T11:05:00Z", "сегодня в 14:05"],
  ["2026-03-04T21:00:00Z", "сегодня в 00:00"],
  ["2026-03-04T20:59:00Z", "вчера в 23:59"],
  ["2026-03-03T20:59:00Z", "03.03.2026 в 23:59"],
  ["2025-12-31T22:30:00Z", "01.01.2026 в 01:30"],
  ["no date", ""],
])("%s is said as «%s» in Moscow time", (instant, text) => {
  expect(plain(formatInstant(instant, NOW))).toBe(text);
});

test("a calendar date stays the day it is", () => {
  expect(formatDay("2026-03-05")).toBe("05.03.2026");
  expect(formatMaintenanceTime("2026-03-05T11:05:00Z")).toBe("14:05 05.03.2026");
  expect(formatMonth(3, 2026)).toBe("март 2026");
});

test.each([
  [0, "0 Б"],
  [1023, "1023 Б"],
  [1024, "1 КБ"],
  [1536, "1,5 КБ"],
  [1_048_575, "1 МБ"],
  [50 * 1024 * 1024, "50 МБ"],
  [3 * 1024 ** 4, "3 ТБ"],
])("%i bytes are «%s»", (bytes, text) => {
  expect(plain(formatBytes(bytes))).toBe(text);
});

test.each([
  [1234.5, "1 234,50 ₽"],
  [0, "0,00 ₽"],
  [-10.05, "−10,05 ₽"],
  [3456789, "3 456 789,00 ₽"],
  // Sums of sums.
  [0.1 + 0.2, "0,30 ₽"],
  [2_400_000 - 1_234_567.89 - 0.1, "1 165 432,01 ₽"],
  [81_234_567_890_123.45, "81 234 567 890 123,45 ₽"],
  [null, ""],
])("%s rubles of the wire are «%s»", (rubles, text) => {
  expect(plain(formatRubles(rubles))).toBe(text);
});

test.each([
  ["1 234,5", 1234.5],
  ["1.234,50", 1234.5],
  ["1 234,50 ₽", 1234.5],
  ["0.01", 0.01],
])("«%s» is understood as an amount", (text, rubles) => {
  expect(readRubles(text)).toEqual({ ok: true, rubles });
});

test.each([
  ["", "Укажите сумму"],
  ["12,345", "Укажите не больше двух знаков после запятой"],
  ["сто", "Укажите сумму числом, например 1234,50"],
])("«%s» is refused with words", (text, message) => {
  expect(readRubles(text)).toEqual({ ok: false, message });
});

test.each([
  "8 (999) 123-45-67",
  "8(999)1234567",
  "89991234567",
  "+7 999 123 45 67",
  "+79991234567",
  "7 999 123-45-67",
  "9991234567",
  "999 123 45 67",
  " +7(999)123-45-67 ",
  "тел. 8-999-123-45-67",
  "+7 (8 (999) 123-45-67",
  "+7 (+7 999 123 45 67",
])("a pasted phone «%s» is understood", (text) => {
  expect(maskPhoneInput(text)).toBe("+7 (999) 123 45 67");
  expect(wholePhone(text)).toBe("79991234567");
});

test.each([
  ["9", "+7 (9"],
  ["+7 (999", "+7 (999"],
  ["+7 (9991", "+7 (999) 1"],
  ["8", "+7 ("],
  ["+", "+7 ("],
  ["", ""],
  ["+7 ", ""],
  ["+7 (999) 123 45 678", "+7 (999) 123 45 67"],
])("while typing, «%s» stands as «%s»", (typed, masked) => {
  expect(maskPhoneInput(typed)).toBe(masked);
});

test.each(
  [
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
  ].map((month, index) => [index + 1, month] as const),
)("the month %i is «%s»", (monthNumber, month) => {
  expect(formatMonth(monthNumber, 2026)).toBe(`${month} 2026`);
});

test("a job's date comes in seconds, a phone is shown in its mask", () => {
  expect(plain(formatSeconds(Date.UTC(2026, 2, 5, 11, 5) / 1000, NOW))).toBe("сегодня в 14:05");
  expect(formatPhone("79161234567")).toBe("+7 (916) 123 45 67");
});

test("numbers never part from their units over the end of a line", () => {
  expect(formatRubles(1234.5)).toBe("1\u00A0234,50\u00A0₽");
  expect(formatBytes(1536)).toBe("1,5\u00A0КБ");
  expect(formatInstant("2026-03-05T11:05:00Z", NOW)).toBe("сегодня в\u00A014:05");
});
