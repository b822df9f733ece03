import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import { REGISTRY_PLACES } from "#contract/registries/registry-places.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { loadPayrollFacts, loadPayrollScope } from "./load-payroll-facts.ts";
import { presentPayrollInfo, shortageFinding } from "./payroll-info.ts";
import { PAYROLL_ITEMS } from "./payroll-item-reading.ts";
import { PAYROLL_ROWS, type FactsAnswer, type FactsQuestion, type PayrollScope } from "./rules.ts";
import { templateTables } from "./payroll-template.ts";

/** «Реестр выплат», the only kind that moves money. Source: `domain.md` §2.8, §4.2. */
export const PAYROLL_KIND: RegistryKind<
  PayrollRowValues,
  PayrollScope,
  FactsQuestion,
  FactsAnswer
> = {
  rows: PAYROLL_ROWS,
  calls: payrollRegistryEndpoints,
  permissions: REGISTRY_PLACES.payroll,
  items: PAYROLL_ITEMS,
  loadScope: (_deps, db, registry, now) => loadPayrollScope(db, registry, now),
  loadFacts: loadPayrollFacts,
  presentInfo: (_deps, db, registry, actor) => presentPayrollInfo(db, registry, actor),
  fileFindings: shortageFinding,
  template: (db) => templateTables(db, []),
  applying: null,
};
