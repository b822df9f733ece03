import { Type } from "typebox";
import { roleHas } from "#contract/access/role-permissions.ts";
import { isUnlimitedRole, Role, type RoleId } from "#contract/access/roles.ts";
import { AccountSettings } from "#contract/accounts/account.ts";
import { NewApiKey } from "#contract/api-keys/api-key.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { nullable, PhoneInput, text } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { ApprovalRule, MOST_APPROVAL_RULES } from "./approval-rule.ts";

/**
 * What binds the company's own people. Loosening one needs the owner's code; `PAYERS`, `KEYS` and
 * `AUTO_ACCEPT` need it while the company has rules of approval, without them the owner is told.
 */
export const BINDING_RULE = defineEnumeration({
  APPROVAL_RULES: "Правила согласования выплат",
  ACCEPT_LIMIT: "Предел приёмки менеджера проектов",
  KEY_NETWORKS: "Адреса ключа API",
  PAYERS: "Кто платит, согласует и принимает результат",
  KEYS: "Ключи API",
  AUTO_ACCEPT: "Приёмка результата без ответа компании",
});
export type BindingRule = IdOf<typeof BINDING_RULE>;

/** As the saving call will get it. */
export const Loosening = Type.Object({
  approvalRules: Type.Optional(Type.Array(ApprovalRule, { maxItems: MOST_APPROVAL_RULES })),
  projectManagerAcceptLimit: Type.Optional(AccountSettings.properties.projectManagerAcceptLimit),
  keyNetworks: Type.Optional(
    Type.Object({ id: Id, ips: Type.Array(text(43, 2), { maxItems: 20 }) }),
  ),
  resultAutoAcceptDays: Type.Optional(AccountSettings.properties.resultAutoAcceptDays),
  /** A user by id, or whom the company invites by phone. */
  payer: Type.Optional(
    Type.Object({
      id: Type.Optional(Id),
      phone: Type.Optional(PhoneInput),
      roleID: Role.properties.id,
      /** Absent or `null`: all. */
      projectIDs: Type.Optional(nullable(Type.Array(Id, { maxItems: 1000 }))),
    }),
  ),
  newKey: Type.Optional(NewApiKey),
});
export type Loosening = Type.Static<typeof Loosening>;

/** True if some payment needs fewer approvers, or more people may approve it. */
export function loosensApprovalRules(
  before: readonly ApprovalRule[],
  after: readonly ApprovalRule[],
): boolean {
  const isKept = (old: ApprovalRule) =>
    after.some(
      (rule) =>
        rule.amountFrom <= old.amountFrom &&
        rule.approversCount >= old.approversCount &&
        rule.roleIDs.every((role) => old.roleIDs.includes(role)),
    );
  return !before.every(isKept);
}

/** @param before - rubles; `null`: no limit. */
export function loosensAcceptLimit(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

/** @param before - days; `null`: a person always decides. */
export function loosensAutoAccept(before: number | null, after: number | null): boolean {
  return after !== null && (before === null || after < before);
}

const MONEY = [
  "payroll-registries.approve",
  "payroll-registries.execute",
  "results.accept",
] as const;

interface Reach {
  readonly role: RoleId;
  /** `null`: all. */
  readonly projectIds: readonly number[] | null;
}

/** @param before - `null`: is not in the company yet. */
export function loosensPayers(before: Reach | null, after: Reach): boolean {
  const given = MONEY.filter((right) => roleHas(after.role, right));
  if (given.some((right) => !before || !roleHas(before.role, right))) return true;
  return (
    before !== null && given.length > 0 && widensProjects(projectsOf(before), projectsOf(after))
  );
}

/** Whom no project limits is not limited by those he was given under another role. */
function projectsOf({ role, projectIds }: Reach): readonly number[] | null {
  return isUnlimitedRole(role) ? null : projectIds;
}

function widensProjects(before: readonly number[] | null, after: readonly number[] | null) {
  return before !== null && (after === null || after.some((id) => !before.includes(id)));
}

/**
 * True if a key would be accepted from more places. A network not provably within an old one counts
 * as new.
 */
export function loosensNetworks(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  return (
    after.length === 0 || !after.every((one) => before.some((network) => isWithin(one, network)))
  );
}

function isWithin(one: string, network: string): boolean {
  if (one === network) return true;
  const inner = ipv4Of(one);
  const outer = ipv4Of(network);
  if (inner === null || outer === null || inner.bits < outer.bits) return false;
  const size = 2 ** (32 - outer.bits);
  return Math.floor(inner.address / size) === Math.floor(outer.address / size);
}

function ipv4Of(text: string): { readonly address: number; readonly bits: number } | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/.exec(text);
  if (!parts) return null;
  const address = parts.slice(1, 5).reduce((sum, part) => sum * 256 + Number(part), 0);
  return { address, bits: Number(parts[5] ?? 32) };
}
