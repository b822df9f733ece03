import { REGISTRY_STATE, type RegistryState } from "#contract/registries/registry-states.ts";
import { PAYROLL_COLUMN_KEYS } from "#contract/registries/kinds/payroll-columns.ts";
import type {
  PayrollDryRun,
  PayrollInfo,
  PayrollItem,
} from "#contract/registries/payroll-registry.ts";
import {
  PAYROLL_ITEM_STATE,
  type PayrollItemState,
} from "#contract/registries/registry-item-states.ts";

/** Three rows, one wrong. */
export function aPayrollInfo(
  changed: Partial<PayrollInfo> = {},
  state: RegistryState = "PARTIALLY_READY",
): PayrollInfo {
  return {
    id: 5,
    number: 15,
    title: null,
    fileName: "март.csv",
    state: { id: state, title: REGISTRY_STATE.titles[state] },
    version: 3,
    rowsCount: 3,
    readyCount: 2,
    errorsCount: 1,
    warningsCount: 0,
    doneCount: 0,
    failedCount: 0,
    amount: 2469.12,
    author: { id: 7, name: "Анна Петрова" },
    project: null,
    createdAt: "2026-03-10T09:00:00Z",
    executedAt: null,
    completedAt: null,
    errorMessage: null,
    permissions: {
      update: true,
      dryRun: true,
      canExecute: true,
      approve: false,
      cancel: true,
      undo: false,
      downloadErrors: true,
      correct: false,
      repeat: false,
      forbidden: {},
    },
    toPay: 2469.12,
    commission: 74.07,
    available: 10_000,
    balanceAfter: 7456.81,
    workmenCount: 2,
    paidCount: 0,
    paidAmount: 0,
    statesCount: { READY_TO_APPLY: 2, VALIDATION_FAILED: 1 },
    values: {},
    keptUntil: null,
    lastCancelAt: null,
    scheduledAt: null,
    fileTotal: null,
    needsApproval: false,
    approval: null,
    approvals: [],
    ...changed,
  };
}

/** `inn` is wrong in `VALIDATION_FAILED`. */
export function aPayrollItem(
  rowNo: number,
  state: PayrollItemState = "READY_TO_APPLY",
  changed: Partial<PayrollItem> = {},
): PayrollItem {
  const isWrong = state === "VALIDATION_FAILED";
  const cells = Object.fromEntries(PAYROLL_COLUMN_KEYS.map((key) => [key, ""]));
  return {
    id: 100 + rowNo,
    rowNo,
    line: rowNo,
    cells: {
      ...cells,
      inn: isWrong ? "7704" : "770431015877",
      fullName: "Смирнов Алексей",
      amount: "1234,56",
    },
    errors: isWrong
      ? [
          {
            column: "inn",
            columnTitle: "ИНН исполнителя",
            cause: "inn_length",
            message: "ИНН должен содержать 12 цифр",
          },
        ]
      : [],
    warnings: [],
    healedColumns: [],
    result: null,
    values: { amount: 1234.56, commission: 37.04, payoutKind: null, paidAt: null },
    state: { id: state, title: PAYROLL_ITEM_STATE.titles[state] },
    workman: isWrong ? null : { id: 9, name: "Смирнов Алексей" },
    amount: 1234.56,
    commission: 37.04,
    workStart: "2026-03-01",
    workEnd: "2026-03-05",
    payoutKind: null,
    jobID: null,
    payout: null,
    receipt: null,
    actDocumentID: null,
    permissions: { update: true, delete: true, retry: false, reverseReceipt: false },
    ...changed,
  };
}

export function aDryRun(changed: Partial<PayrollDryRun> = {}): PayrollDryRun {
  return {
    version: 3,
    rowsCount: 3,
    readyCount: 2,
    errorsCount: 1,
    warningsCount: 0,
    workmenCount: 2,
    toPay: 2469.12,
    commission: 74.07,
    available: 10_000,
    balanceAfter: 7456.81,
    repeats: { rows: 0, sum: 0 },
    fileTotal: null,
    needsApproval: false,
    undoSeconds: 120,
    canExecute: true,
    obstacles: [],
    taxCheck: { total: 0, done: 0, isWaiting: false },
    notes: [],
    problems: [],
    ...changed,
  };
}
