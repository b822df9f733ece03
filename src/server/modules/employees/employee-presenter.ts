import { roleHas } from "#contract/access/role-permissions.ts";
import { canTransit } from "#contract/definitions/define-transitions.ts";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import type { Employee } from "#contract/employees/employee.ts";
import { EMPLOYMENT_STATE, EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import type { EmployeeRow } from "./employee-rows.ts";

/** States in which the worker has said yes to this customer. */
const CONFIRMED: ReadonlySet<string> = new Set(["ACTIVE", "PAUSED", "ENDED"]);

/**
 * Decision: phone and ИНН are shown only after the worker has confirmed. Otherwise adding a stranger from the public
 * catalogue would be a way to learn his phone.
 */
export function presentEmployee(row: EmployeeRow, actor: AccountActor): Employee {
  const seesPersonalData = roleHas(actor.role, "workmen.personal-data") && CONFIRMED.has(row.state);
  const manages = roleHas(actor.role, "employees.manage");
  const may = (action: keyof typeof EMPLOYMENT_TRANSITIONS) => manages && canTransit(EMPLOYMENT_TRANSITIONS, action, row.state, "account");
  return {
    id: row.id,
    workman: { id: row.workman_id, name: row.name, picture: null, city: row.city, rating: row.rating, reviewsCount: row.reviews_count, finishedJobsCount: row.finished_jobs_count },
    name: row.name,
    phone: seesPersonalData ? row.phone : maskPhone(row.phone),
    inn: seesPersonalData || row.inn === null ? row.inn : `********${row.inn.slice(-4)}`,
    state: definitionFor(EMPLOYMENT_STATE, row.state),
    taxpayerType: definitionFor(TAXPAYER_TYPE, row.taxpayer_type),
    smzState: definitionFor(SMZ_STATE, row.smz_state),
    hasPaymentDetails: row.has_payment_details,
    expiringDocumentsCount: row.expiring_documents_count,
    yearIncome: CONFIRMED.has(row.state) ? kopecksToRubles(row.year_income_kopecks) : null,
    projects: row.projects,
    comment: row.comment,
    createdAt: row.since.toISOString(),
    lastJobAt: row.last_job_at?.toISOString() ?? null,
    permissions: {
      update: manages,
      pause: may("pause"),
      resume: may("resume"),
      end: may("end"),
      createInvite: row.state === "ACTIVE" && roleHas(actor.role, "offers.manage"),
      blacklist: roleHas(actor.role, "blacklist.manage") && canTransit(EMPLOYMENT_TRANSITIONS, "blacklist", row.state, "account"),
      downloadDocuments: seesPersonalData,
      updateSmzStatusUnknown: manages && row.smz_state !== "OK" && row.smz_state !== "CHECKING",
    },
  };
}
