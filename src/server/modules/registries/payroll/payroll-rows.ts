import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import {
  validatePayrollRow,
  PayrollMemory,
  type PayrollRowValues,
} from "#contract/registries/kinds/payroll.ts";
import { registryFinding } from "#contract/registries/registry-findings.ts";
import type { RowKind } from "../registry-kind.ts";
import { EXTERNAL_ID_REPEATED } from "../repeated-rows.ts";
import { PayrollValidator } from "./validate-payroll-row.ts";
import { COPY_PAYROLL_ITEMS, payrollCopyLine } from "./payroll-copy.ts";
import type { FactsAnswer, FactsQuestion, PayrollScope } from "./payroll-facts.ts";

/** Source: `domain.md` §4.1, §4.2. */
export const PAYROLL_ROWS: RowKind<PayrollRowValues, PayrollScope, FactsQuestion, FactsAnswer> = {
  name: "payroll",
  columns: PAYROLL_COLUMNS,
  dateColumns: ["workStart", "workEnd", "actDate"],
  repeats: [
    EXTERNAL_ID_REPEATED,
    {
      column: "inn",
      keysOf: ({ inn, serviceCode, workStart, workEnd, amountKopecks }) =>
        inn === null ||
        serviceCode === null ||
        workStart === null ||
        workEnd === null ||
        amountKopecks === null
          ? []
          : [{ texts: [inn, serviceCode, workStart, workEnd], number: Number(amountKopecks) }],
      finding: (n) => registryFinding("inn", "possible_duplicate", { n }),
    },
  ],
  reader(today) {
    const memory = new PayrollMemory();
    return (cells, uses1904) =>
      validatePayrollRow(cells, { today, memory, ...(uses1904 === undefined ? {} : { uses1904 }) });
  },
  keysOf: ({ externalId, inn }) => ({ externalId, inn, phone: null }),
  validate: (scope) => new PayrollValidator(scope),
  stored({ row: { values } }) {
    const { externalId, inn, receiptText, workStart, workEnd, actDate, tags, comment } = values;
    return {
      externalId,
      inn,
      phone: null,
      receiptText,
      workStart,
      workEnd,
      actDate,
      tags,
      comment,
      values: null,
    };
  },
  copy: { statement: COPY_PAYROLL_ITEMS, line: payrollCopyLine },
};
