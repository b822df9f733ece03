import type { Permission } from "./permissions.ts";
import { ROLE_IDS, type RoleId } from "./roles.ts";

export type Reach = "account" | "own-projects";

/** Enforced by the server; the console draws menus by it. Source: `domain.md` §2.1. */
const ALL = {
  OWNER: true,
  ADMIN: true,
  FINANCE_MANAGER: true,
  ACCOUNTANT: true,
  SIGNATORY: true,
  PROJECT_MANAGER: true,
  RECRUITER: true,
  VIEWER: true,
} as const;
const OWN = "p";

type Row = Partial<Record<RoleId, true | typeof OWN>>;

const ROLE_PERMISSIONS = {
  "account.view": ALL,
  "account.update": { OWNER: true, ADMIN: true },
  "account.delete": { OWNER: true },
  "account-users.view": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true },
  "account-users.manage": { OWNER: true, ADMIN: true },
  "settings.view": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true },
  "settings.manage": { OWNER: true, ADMIN: true },
  "money.view": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true },
  "transactions.view": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true, ACCOUNTANT: true },
  "invoices.view": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true, ACCOUNTANT: true },
  "invoices.create": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true, ACCOUNTANT: true },
  "projects.view": ALL,
  "projects.manage": { OWNER: true, ADMIN: true, PROJECT_MANAGER: OWN },
  "jobs.view": { ...ALL, PROJECT_MANAGER: OWN },
  "jobs.manage": { OWNER: true, ADMIN: true, PROJECT_MANAGER: OWN },
  "jobs.force-cancel": { OWNER: true, ADMIN: true },
  "offers.view": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    PROJECT_MANAGER: OWN,
    RECRUITER: true,
    VIEWER: true,
  },
  "offers.manage": { OWNER: true, ADMIN: true, PROJECT_MANAGER: OWN, RECRUITER: true },
  "results.accept": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true, PROJECT_MANAGER: OWN },
  "arbitration.open": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true, PROJECT_MANAGER: OWN },
  "receipts.reverse": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true },
  "job-registries.view": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    PROJECT_MANAGER: OWN,
    VIEWER: true,
  },
  "job-registries.manage": { OWNER: true, ADMIN: true, PROJECT_MANAGER: OWN },
  "payroll-registries.view": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    PROJECT_MANAGER: OWN,
    VIEWER: true,
  },
  "payroll-registries.edit": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    PROJECT_MANAGER: OWN,
  },
  "payroll-registries.approve": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true },
  "payroll-registries.execute": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true },
  "mass-arbitrate.view": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true, ACCOUNTANT: true },
  "mass-arbitrate.manage": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true },
  "workman-registries.view": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    RECRUITER: true,
    VIEWER: true,
  },
  "workman-registries.manage": { OWNER: true, ADMIN: true, RECRUITER: true },
  "employees.view": { ...ALL, PROJECT_MANAGER: OWN },
  "employees.manage": { OWNER: true, ADMIN: true, PROJECT_MANAGER: OWN, RECRUITER: true },
  "blacklist.view": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    PROJECT_MANAGER: true,
    RECRUITER: true,
    VIEWER: true,
  },
  "blacklist.manage": { OWNER: true, ADMIN: true, RECRUITER: true },
  "workmen.personal-data": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    RECRUITER: true,
  },
  "documents.view": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    SIGNATORY: true,
    PROJECT_MANAGER: OWN,
    VIEWER: true,
  },
  "documents.sign": { OWNER: true, ADMIN: true, SIGNATORY: true },
  "document-templates.view": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    SIGNATORY: true,
    PROJECT_MANAGER: true,
    VIEWER: true,
  },
  "document-templates.manage": { OWNER: true, ADMIN: true },
  "exports.create": {
    OWNER: true,
    ADMIN: true,
    FINANCE_MANAGER: true,
    ACCOUNTANT: true,
    PROJECT_MANAGER: OWN,
    RECRUITER: true,
  },
  "log.view": { OWNER: true, ADMIN: true, FINANCE_MANAGER: true },
  "reviews.manage": { OWNER: true, ADMIN: true, PROJECT_MANAGER: OWN, RECRUITER: true },
} as const satisfies Record<Permission, Row>;

export function reachOf(role: RoleId, permission: Permission): Reach | null {
  const cell = (ROLE_PERMISSIONS[permission] as Row)[role];
  if (!cell) return null;
  return cell === OWN ? "own-projects" : "account";
}

export function roleHas(role: RoleId, permission: Permission): boolean {
  return reachOf(role, permission) !== null;
}

/** For an empty page: «обратитесь к …». */
export function rolesWith(permission: Permission): RoleId[] {
  return ROLE_IDS.filter((role) => roleHas(role, permission));
}

export function permissionsOf(role: RoleId): Permission[] {
  return (Object.keys(ROLE_PERMISSIONS) as Permission[]).filter((permission) =>
    roleHas(role, permission),
  );
}
