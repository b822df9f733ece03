import { describe, expect, test } from "vitest";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { pasteInput, planPaste, rowsOfBlock, undoInput } from "#console/registries/plan-paste.ts";
import { aPayrollItem } from "#tests/support/payroll-answers.ts";

/** Rows as a filter by finding shows them. */
const SEEN = [258, 1258, 2258].map((rowNo) => aPayrollItem(rowNo, "VALIDATION_FAILED"));

describe("a block pasted on a filtered table", () => {
  test("goes over the rows that are seen, in their order, and says what was and what will be", async () => {
    const plan = planPaste({
      all: PAYROLL_COLUMNS,
      text: "10\n20\n30\r\n",
      rows: SEEN,
      columns: ["amount", "workStart"],
    });
    expect(plan).toEqual({
      columns: ["amount"],
      rest: [],
      changes: [358, 1358, 2358].map((itemId, index) => ({
        itemId,
        line: itemId - 100,
        cells: [{ before: "1234,56", after: `${index + 1}0` }],
      })),
    });
    const paste = pasteInput(plan, false);
    expect(paste.body).toEqual({ itemIDs: [358, 1358, 2358], columns: ["amount"], addRest: false });
    expect(await paste.files.text.text()).toBe("10\n20\n30");
    expect(await undoInput(plan).files.text.text()).toBe("1234,56\n1234,56\n1234,56");
  });

  test("cells go over the columns that are seen beside each other, whatever the template's order", async () => {
    const plan = planPaste({
      all: PAYROLL_COLUMNS,
      text: "10\t01.03.2026",
      rows: SEEN,
      columns: ["amount", "workStart", "workEnd"],
    });
    expect(plan.columns).toEqual(["amount", "workStart"]);
    expect(plan.changes[0]?.cells).toEqual([
      { before: "1234,56", after: "10" },
      { before: "", after: "01.03.2026" },
    ]);
  });

  test("a quote that closes nothing is a letter: four lines stay four cells", async () => {
    const lines = ['"Чистота" офиса', '"Уборка снега', "Разгрузка товара", "Погрузка товара"];
    const rows = [...SEEN, aPayrollItem(3258, "VALIDATION_FAILED")];
    const text = `${lines.join("\n")}\n`;
    const plan = planPaste({ all: PAYROLL_COLUMNS, text, rows, columns: ["receiptText"] });
    expect(plan.changes.map(({ cells }) => cells.map(({ after }) => after))).toEqual(
      lines.map((line) => [line]),
    );
    expect(await pasteInput(plan, false).files.text.text()).toBe(
      '"""Чистота"" офиса"\n"""Уборка снега"\nРазгрузка товара\nПогрузка товара',
    );
  });

  test("its own header decides the columns, quotes keep what they hold, and a cell emptied stays a line", async () => {
    const plan = planPaste({
      all: PAYROLL_COLUMNS,
      text: 'Комментарий\tСумма, ₽\n"два ""слова""\nв клетке"\t11\n\t12',
      rows: SEEN,
      columns: ["inn"],
    });
    expect(plan.columns).toEqual(["comment", "amount"]);
    expect(plan.changes.map(({ cells }) => cells.map(({ after }) => after))).toEqual([
      ['два "слова"\nв клетке', "11"],
      ["", "12"],
    ]);
    expect(await pasteInput(plan, false).files.text.text()).toBe(
      '"два ""слова""\nв клетке"\t11\n\t12',
    );
    const emptied = planPaste({
      all: PAYROLL_COLUMNS,
      text: "x",
      rows: SEEN,
      columns: ["comment"],
    });
    expect(await undoInput(emptied).files.text.text()).toBe(" ");
  });

  test("an empty line leaves its row alone, an equal cell is no change, what finds no row is left over", async () => {
    const plan = planPaste({
      all: PAYROLL_COLUMNS,
      text: "1234,56\n\n30\n40",
      rows: SEEN,
      columns: ["amount"],
    });
    expect(plan.changes.map(({ line }) => line)).toEqual([2258]);
    expect(plan.rest).toEqual([["40"]]);
    const paste = pasteInput(plan, true);
    expect(paste.body).toMatchObject({ itemIDs: [2358], addRest: true });
    expect(await paste.files.text.text()).toBe("30\n40");
    expect(rowsOfBlock(PAYROLL_COLUMNS, "a\nb\n\n")).toBe(2);
  });
});
