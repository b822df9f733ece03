import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  addDays,
  compareDates,
  daysBetween,
  formatDate,
  moscowDate,
  parseCalendarDate,
  toDayNumber,
} from "#contract/values/calendar-date.ts";
import {
  healLookAlikes,
  isPersonName,
  isSameName,
  isShortOf,
  normalizeName,
} from "#contract/values/person-name.ts";
import { countOf, plural } from "#contract/values/plural.ts";

describe("a person's name", () => {
  it("is the same with ё or е, in any case, with any spaces", () => {
    expect(isSameName("Семёнов  Пётр\u00A0Ильич ", "СЕМЕНОВ ПЕТР ИЛЬИЧ")).toBe(true);
    expect(isSameName("Семёнов Пётр", "Семёнова Пётр")).toBe(false);
    // A thin space, as layout programs set it between initials.
    expect(normalizeName("Семёнов\u2009Пётр\u200AИльич")).toBe("Семёнов Пётр Ильич");
    expect(normalizeName("  Иванов \t Иван ")).toBe("Иванов Иван");
  });

  it.each([
    ["Семенов П. И.", true],
    ["П.И. СЕМЁНОВ", true],
    ["Семёнов Пётр", true],
    ["Семёнов И. П.", true],
    ["Семёнов П. К.", false],
    ["Семёнова П. И.", false],
    ["Пётр Ильич", false],
    ["Семёнов Павел Ильич", false],
  ])("«%s» may stand for «Семёнов Пётр Ильич»: %s", (short, may) => {
    expect(isShortOf(short, "Семёнов Пётр Ильич")).toBe(may);
  });

  it.each(["Иванов Иван", "О'Нил-Петрова Анна", "Nguyen Van An", "Ән Әлия"])(
    "may be %s",
    (name) => {
      expect(isPersonName(name)).toBe(true);
    },
  );

  it.each(["Иванов 2", "", "Иванов@", "---", "=Иванов"])("may not be %j", (name) => {
    expect(isPersonName(name)).toBe(false);
  });

  it("gets its Latin look-alikes healed all or not at all", () => {
    expect(healLookAlikes("Иванoв Cергей")).toBe("Иванов Сергей");
    expect(healLookAlikes("Иванов John")).toBe("Иванов John");
    expect(healLookAlikes("COPA TATE")).toBe("COPA TATE");
  });
});

describe("a calendar date", () => {
  it.each([
    ["05.03.2026", "2026-03-05"],
    ["2026-03-05", "2026-03-05"],
    ["5.3.2026", "2026-03-05"],
    ["05.03.2026 00:00:00", "2026-03-05"],
    ["2026-03-05T12:30:00Z", "2026-03-05"],
    ["46086", "2026-03-05"],
    ["46086.5", "2026-03-05"],
    ["29.02.2024", "2024-02-29"],
  ])("reads %s", (text, date) => {
    expect(parseCalendarDate(text)).toEqual({ ok: true, date });
  });

  it.each([
    ["16.11.26", "2026-11-16"],
    ["05.03.87", "1987-03-05"],
    ["16.11.2026 г.", "2026-11-16"],
    ["16.11.26г", "2026-11-16"],
    ["16-11-2026", "2026-11-16"],
    ["16/11/2026", "2026-11-16"],
    ["16 ноября 2026", "2026-11-16"],
    ["5 мая 2026 г.", "2026-05-05"],
    ["1 марта 2026 года", "2026-03-01"],
  ])("reads %s and says that it was mended", (text, date) => {
    expect(parseCalendarDate(text)).toEqual({ ok: true, date, isMended: true });
  });

  it("reads the serial numbers of a 1904 workbook", () => {
    expect(parseCalendarDate("44624", true)).toEqual({ ok: true, date: "2026-03-05" });
  });

  it.each([
    ["5/3/26", "not_a_date"],
    ["29.02.2026", "not_a_date"],
    ["31.04.2026", "not_a_date"],
    ["05/03/2026", "not_a_date"],
    ["2026", "not_a_date"],
    ["вчера", "not_a_date"],
    ["05.03.2026 г. вечером", "not_a_date"],
    ["1a.03.2026", "not_a_date"],
    ["  ", "empty"],
  ])("refuses %j as %s", (text, reason) => {
    expect(parseCalendarDate(text)).toEqual({ ok: false, reason });
  });

  it("counts days as the calendar does", () => {
    expect(daysBetween("2026-02-27", "2026-03-01")).toBe(2);
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2024-03-01", -1)).toBe("2024-02-29");
    expect(compareDates("2026-01-02", "2026-01-10")).toBeLessThan(0);
    expect(formatDate("2026-03-05")).toBe("05.03.2026");
    fc.assert(
      fc.property(fc.integer({ min: -25_000, max: 200_000 }), (dayNumber) => {
        const date = new Date(dayNumber * 86_400_000).toISOString().slice(0, 10);
        expect(toDayNumber(date)).toBe(dayNumber);
        expect(addDays("1970-01-01", dayNumber)).toBe(date);
      }),
    );
  });

  it("begins at midnight in Moscow", () => {
    expect(moscowDate(new Date("2026-03-04T20:59:59Z"))).toBe("2026-03-04");
    expect(moscowDate(new Date("2026-03-04T21:00:00Z"))).toBe("2026-03-05");
  });
});

describe("a counted noun", () => {
  it.each([
    [0, "строк"],
    [1, "строка"],
    [2, "строки"],
    [5, "строк"],
    [11, "строк"],
    [12, "строк"],
    [21, "строка"],
    [104, "строки"],
    [111, "строк"],
    [1.5, "строки"],
  ])("%d takes «%s»", (count, word) => {
    expect(plural(count, ["строка", "строки", "строк"])).toBe(word);
  });

  it("stands after a grouped number and a no-break space", () => {
    expect(countOf(100_000, ["строка", "строки", "строк"])).toBe("100\u00A0000\u00A0строк");
  });
});
