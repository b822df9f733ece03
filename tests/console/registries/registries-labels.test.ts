import { createElement } from "react";
import { describe, expect, test, vi } from "vitest";
import { fitColumns, widthOf } from "#console/kit/fit-columns.ts";
import { PLAIN_SETTINGS, visibleColumns } from "#console/kit/use-list-settings.ts";
import { resetSession } from "#web/session/session.ts";
import { JOB } from "#console/registries/job/job-kind.ts";
import type { RegistryRow } from "#console/registries/registry-kind.ts";
import { useCellColumns, useCheckedColumns } from "#console/registries/row-columns.tsx";
import { WORKMAN } from "#console/registries/workman/workman-kind.ts";
import { WORKMAN_REGISTRATION } from "#console/registries/workman-registration/workman-registration-kind.ts";
import { aPerson } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { PAYROLL } from "#console/registries/payroll/payroll-kind.ts";
import {
  confirmSentence,
  leftText,
  progressText,
  resultSentence,
  shownState,
  startSentence,
  totalsSentence,
  untilText,
} from "#console/registries/registry-labels.ts";
import { countdownText } from "#console/registries/payroll/undo-countdown.tsx";
import { aDryRun, aPayrollInfo } from "#tests/support/payroll-answers.ts";

const ALL = { sums: true, balance: true };
const plain = (text: string) => text.replaceAll("\u00A0", " ");

describe("totals of a registry", () => {
  test("say rows, money and what is left, as the product's words prescribe", () => {
    expect(plain(totalsSentence(aPayrollInfo(), ALL))).toBe(
      "3 строки: 2 готово, 1 с ошибками, 0 с предупреждениями · К выплате 2 469,12 ₽ · Комиссия 74,07 ₽ · Останется 7 456,81 ₽",
    );
  });
  test.each([
    [1, "1 строка"],
    [2, "2 строки"],
    [5, "5 строк"],
    [11, "11 строк"],
    [21, "21 строка"],
    [1234, "1 234 строки"],
  ])("decline %i as «%s»", (rowsCount, words) =>
    expect(plain(totalsSentence(aPayrollInfo({ rowsCount }), ALL))).toMatch(
      new RegExp(`^${words}:`),
    ),
  );
  test("hide the balance from those who may not see it, and all sums from an observer", () => {
    expect(totalsSentence(aPayrollInfo(), { sums: true, balance: false })).not.toContain(
      "Останется",
    );
    expect(totalsSentence(aPayrollInfo(), { sums: false, balance: false })).not.toContain("₽");
  });
  test("of a registry in payment say what was paid and what was not", () => {
    expect(
      plain(
        resultSentence(
          aPayrollInfo({ paidCount: 2, paidAmount: 2469.12, failedCount: 1, errorsCount: 0 }),
          ALL,
        ),
      ),
    ).toBe("3 строки: выплачено 2 на 2 469,12 ₽, не прошло 1");
  });
});

describe("the confirmation", () => {
  const now = new Date("2026-03-10T10:00:00Z");
  test.each([
    [120, "Отменить можно в течение 2 минут после запуска"],
    [90, "Отменить можно в течение 90 секунд после запуска"],
    [0, "Отменить отправку будет нельзя"],
  ])("names sum, number of workers and that %i seconds are left to cancel", (undoSeconds, words) =>
    expect(plain(confirmSentence(aDryRun({ undoSeconds })))).toBe(
      `Будет выплачено 2 469,12 ₽ 2 исполнителям. ${words}`,
    ),
  );
  test.each([
    [1, "1 исполнителю"],
    [21, "21 исполнителю"],
    [11, "11 исполнителям"],
    [5, "5 исполнителям"],
  ])("declines %i as «%s»", (workmenCount, words) =>
    expect(plain(confirmSentence(aDryRun({ workmenCount })))).toContain(words),
  );
  test("names the day when it is another one", () => {
    expect(plain(untilText("2026-03-12T11:05:00Z", now))).toBe("12.03.2026 в 14:05");
  });
  test.each([
    ["2026-03-10T11:05:00Z", "Выплата начнётся в 14:05"],
    ["2026-03-10T21:05:00Z", "Выплата начнётся 11.03.2026 в 00:05"],
    ["2026-03-12T07:00:00Z", "Выплата начнётся 12.03.2026 в 10:00"],
  ])("says when a payment at %s begins", (instant, sentence) =>
    expect(plain(startSentence(instant, now))).toBe(sentence),
  );
});

describe("the state of a registry", () => {
  const ready = { id: "READY", title: "Готов к запуску" } as const;
  test("is not «Готов» when there is no money for it", () => {
    expect(shownState(ready, -0.01, null)).toEqual({ title: "Недостаточно средств", tone: "bad" });
    expect(shownState(ready, 0, null)).toEqual({ title: "Готов к запуску", tone: "good" });
  });
  test("says nothing of the balance to whoever may not see it", () =>
    expect(shownState(ready, null, null).title).toBe("Готов к запуску"));
  test("warns while the platform cannot go on with it", () =>
    expect(shownState({ id: "EXECUTING", title: "Выполнение отложено" }, 1, "Ошибка")).toEqual({
      title: "Выполнение отложено",
      tone: "warning",
    }));
  test("is what it is once the money is held", () =>
    expect(shownState({ id: "EXECUTING", title: "Выполняется" }, -5, null).title).toBe(
      "Выполняется",
    ));
});

describe("progress", () => {
  test("tells percent, count and remaining time", () => {
    expect(
      plain(
        progressText({
          stage: "validating",
          percent: 45,
          processedCount: 1234,
          totalCount: 2740,
          secondsLeft: 118,
        }),
      ),
    ).toBe("45 % · 1 234 из 2 740 строк · осталось около 2 минут");
  });
  test("counts payouts while they are made: rows with errors have none", () => {
    expect(
      plain(
        progressText(
          {
            stage: "executing",
            percent: 99,
            processedCount: 99_998,
            totalCount: 99_998,
            secondsLeft: null,
          },
          PAYROLL.executed,
        ),
      ),
    ).toBe("99 % · 99 998 из 99 998 выплат");
  });
  test("tells only what is known while the file is still read", () => {
    expect(
      plain(
        progressText({
          stage: "reading",
          percent: 0,
          processedCount: 21,
          totalCount: null,
          secondsLeft: null,
        }),
      ),
    ).toBe("0 % · 21 строка");
  });
  test("rounds what is left to what a person needs", () => {
    expect(leftText(3)).toBe("осталось несколько секунд");
    expect(plain(leftText(41))).toBe("осталось около 45 секунд");
    expect(plain(leftText(61 * 21))).toBe("осталось около 21 минуты");
  });
  test("counts down to the last moment of the undo window", () => {
    expect(countdownText(272)).toBe("04:32");
    expect(countdownText(3872)).toBe("1:04:32");
  });
});

/** A window of 1024 px less menu, paddings and scroll bar. */
const ROOM_PX = 1024 - 56 - 32 - 15;

test.each([PAYROLL, JOB, WORKMAN, WORKMAN_REGISTRATION])(
  "rows of a registry of $name that can be corrected fit a window of 1024",
  (kind) => {
    resetSession(aPerson("FINANCE_MANAGER"), "token");
    const info = aPayrollInfo({ rowsCount: 100_000, errorsCount: 1 });
    const drawn: ReturnType<typeof useCheckedColumns<RegistryRow>>[] = [];
    function Probe() {
      drawn.push(
        useCheckedColumns<RegistryRow>({
          info,
          rows: [],
          cells: useCellColumns(kind),
          tools: { kind, canChange: true } as never,
          remove: vi.fn(),
          open: vi.fn(),
        }),
      );
      return null;
    }
    renderConsole(createElement(Probe));
    const all = visibleColumns(drawn[0] ?? [], PLAIN_SETTINGS);
    const fitting = fitColumns(all, ROOM_PX, false);
    expect(widthOf(fitting, false)).toBeLessThanOrEqual(ROOM_PX);
    expect(widthOf(all, false)).toBeGreaterThan(ROOM_PX);
    // Only what the kind hides in a narrow window is left out.
    const isExtra = ({ isHidden }: (typeof all)[number]) => isHidden === "narrow";
    expect(all.filter((one) => !fitting.includes(one)).every(isExtra)).toBe(true);
  },
);
