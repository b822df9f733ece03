/**
 * For the first calls of integrations; others come from schemas. `tests/contract/openapi.test.ts`
 * validates them.
 */
export const CALL_EXAMPLES: Readonly<Record<string, object>> = {
  "api-keys.create": {
    title: "1С:Бухгалтерия",
    roleID: "ACCOUNTANT",
    codeUserID: 12,
    ips: ["203.0.113.0/24"],
    expiresOn: null,
  },
  "webhooks.create": {
    url: "https://erp.company.ru/webhooks",
    events: ["payout.paid", "payout.failed", "registry.finished"],
  },
  "webhooks.update": {
    url: "https://erp.company.ru/webhooks",
    events: ["payout.paid"],
    isActive: true,
  },
  "employees.invite": {
    phone: "+7 900 000-01-01",
    firstName: "Алексей",
    projectIDs: [1],
    comment: "Курьер, центр",
  },
  "payroll-registries.dryRun": { mode: "VALID_ONLY" },
  "payroll-registries.execute": { mode: "VALID_ONLY", version: 3, otp: "123456" },
  "exports.universalCreate": {
    types: ["RECEIPTS"],
    periodStart: "2026-11-01",
    periodEnd: "2026-11-30",
    format: "csv",
  },
  "exports.documentCreate": { filters: { periodStart: "2026-11-01", periodEnd: "2026-11-30" } },
  "invoices.create": { amount: 150_000 },
  "jobs.publish": { jobID: 97 },
  "jobs.massPublish": { jobIDs: [97, 98] },
  "jobs.cancel": { jobID: 97, reasonID: "MISTAKE" },
  "notices.read": { notificationIDs: [1, 2] },
};

export const PROBLEM_EXAMPLES = {
  problem: {
    message: "Недостаточно средств на балансе",
    code: "insufficient_funds",
    requestId: "K3Q8ZT1P",
    needed: 120_000,
    available: 80_000,
    missing: 40_000,
    details: { needed: 120_000, available: 80_000, missing: 40_000 },
    type: "about:blank",
    title: "Conflict",
    status: 409,
    detail: "Недостаточно средств на балансе",
    instance: "/open-api/v1/payroll-registries/17/execute",
  },
  invalid: {
    message: "Проверьте заполнение полей",
    errors: { periodEnd: ["Период не длиннее 366 дней"] },
    code: "invalid",
    requestId: "K3Q8ZT1P",
    type: "about:blank",
    title: "Unprocessable Entity",
    status: 422,
    detail: "Проверьте заполнение полей",
    instance: "/open-api/v1/universal-exports",
  },
} as const;
