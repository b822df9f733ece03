import { may, type Rights } from "#contract/access/access.ts";
import type { Permission } from "#contract/access/permissions.ts";
import type { ExportType } from "./export-states.ts";

/** Permission to see the same rows on screen. */
const NEEDED: Record<ExportType, Permission> = {
  JOBS: "jobs.view",
  PAYOUTS: "payroll-registries.view",
  RECEIPTS: "payroll-registries.view",
  ACTS: "documents.view",
  TRANSACTIONS: "transactions.view",
  WORKMEN: "employees.view",
  TAXES: "transactions.view",
  DOCUMENTS_ARCHIVE: "documents.view",
  LOG: "log.view",
};

/** Source: `domain.md` §2.1, row «exports». */
export function mayExport(rights: Rights, type: ExportType): boolean {
  return (
    may(rights, "exports.create") &&
    may(rights, NEEDED[type]) &&
    (type === "WORKMEN" || (rights.role !== "RECRUITER" && rights.responsibleRole !== "RECRUITER"))
  );
}
