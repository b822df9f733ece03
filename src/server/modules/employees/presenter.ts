import { may } from "#contract/access/access.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import type { Employee } from "#contract/employees/employee.ts";
import { EMPLOYMENT_STATE, EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { formatPhone, maskPhone } from "#contract/values/phone.ts";
import { payoutKindFor } from "#contract/workmen/payability.ts";
import { payRefusal } from "#contract/workmen/work-refusal.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { presentPicture } from "#server/files/pictures.ts";
import type { EmployeeRow } from "./queries.ts";

export function shownName(row: Pick<EmployeeRow, "name" | "invited_phone">): string {
  return row.invited_phone === null ? row.name : formatPhone(row.invited_phone);
}

/**
 * Decision: phone, INN and tax state only after the workman has confirmed, or adding somebody would
 * reveal them.
 */
export function presentEmployee(row: EmployeeRow, actor: AccountActor): Employee {
  const isConfirmed = row.has_agreed;
  const isDisclosed = row.invited_phone === null;
  const seesPersonalData = may(actor, "workmen.personal-data") && isConfirmed;
  const manages = may(actor, "employees.manage");
  const moves = (action: keyof typeof EMPLOYMENT_TRANSITIONS) =>
    manages && canTransit(EMPLOYMENT_TRANSITIONS, action, row.state, "account");
  return {
    id: row.id,
    workman: isDisclosed
      ? {
          id: row.workman_id,
          name: row.name,
          picture: presentPicture(row.picture_id),
          city: row.city,
          rating: row.rating,
          reviewsCount: row.reviews_count,
          finishedJobsCount: row.finished_jobs_count,
        }
      : null,
    name: shownName(row),
    phone: seesPersonalData ? row.phone : maskPhone(row.invited_phone ?? row.phone),
    inn:
      !isConfirmed || row.inn === null
        ? null
        : seesPersonalData
          ? row.inn
          : `********${row.inn.slice(-4)}`,
    state: definitionFor(EMPLOYMENT_STATE, row.state),
    taxpayerType: isDisclosed ? definitionFor(TAXPAYER_TYPE, row.taxpayer_type) : null,
    smzState: isConfirmed ? definitionFor(SMZ_STATE, row.smz_state) : null,
    hasPaymentDetails: isConfirmed && payoutKindFor(row.payable) !== null,
    payObstacle:
      isConfirmed || row.state === "BLACKLISTED"
        ? payRefusal(row.payable, row.is_blacklisted)
        : "Исполнитель ещё не подтвердил сотрудничество",
    expiringDocumentsCount: isConfirmed ? row.expiring_documents_count : 0,
    yearIncome: isConfirmed ? kopecksToRubles(row.year_income_kopecks) : null,
    projects: row.projects,
    comment: row.comment,
    createdAt: row.since.toISOString(),
    lastJobAt: row.last_job_at?.toISOString() ?? null,
    permissions: {
      update: manages,
      pause: moves("pause"),
      resume: moves("resume"),
      end: moves("end"),
      createInvite: row.state === "ACTIVE" && may(actor, "offers.manage"),
      blacklist:
        may(actor, "blacklist.manage") &&
        canTransit(EMPLOYMENT_TRANSITIONS, "blacklist", row.state, "account"),
      downloadDocuments: seesPersonalData,
      updateSmzStatusUnknown:
        manages && isConfirmed && row.smz_state !== "OK" && row.smz_state !== "CHECKING",
    },
  };
}
