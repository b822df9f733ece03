import { sql } from "kysely";
import { isUnlimitedRole, ROLES } from "#contract/access/roles.ts";
import { BINDING_RULE, type BindingRule, type Loosening } from "#contract/approvals/loosening.ts";
import type { CodeSent } from "#contract/kernel/fields.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid, notFound } from "#server/http/app-error.ts";
import { fingerprint } from "#server/http/consent.ts";
import { readPhone } from "#server/http/read-phone.ts";
import type { Trx } from "#server/data/transaction.ts";
import { codeSent, useCode } from "#server/modules/auth/index.ts";
import type { Platform } from "#server/platform.ts";

interface LooseningRequest {
  readonly loosening: Loosening;
  readonly otp: string | undefined;
  /** For the notice, where the rule does not say it. */
  readonly what?: string;
}

/** To an owner, another one than the asker if possible. */
export async function sendLooseningCode(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  loosening: Loosening,
  ip: string,
): Promise<CodeSent> {
  const rules = rulesOf(loosening);
  const owner = await ownerFor(trx, actor);
  return codeSent(platform, {
    by: actor,
    phone: owner.phone,
    operation: operationOf(actor, loosening),
    purpose: `Ослабление: ${wordsOf(rules)}${await nameOf(trx, actor, loosening)}. Код`,
    ip,
    deliver: true,
  });
}

/**
 * The only way to loosen a rule of the company's people: the owner's code for this change, and a
 * notice to owners and administrators.
 *
 * @returns the reason for the journal.
 * @throws AppError `otp_required`; `invalid` - field `otp`.
 */
export async function confirmLoosening(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  { loosening, otp, what }: LooseningRequest,
): Promise<string> {
  const rules = rulesOf(loosening);
  const owner = await ownerFor(trx, actor);
  if (!otp)
    throw new AppError(
      "otp_required",
      `Это ослабляет правило компании (${wordsOf(rules)}): подтвердите его кодом, который придёт владельцу`,
    );
  await useCode(platform, trx, {
    by: actor,
    phone: owner.phone,
    operation: operationOf(actor, loosening),
    code: otp,
    field: "otp",
  });
  await tellLoosened(platform, trx, actor, rules, { what, isConfirmed: true });
  return `Ослабление подтверждено кодом владельца: ${owner.name}`;
}

/**
 * Of what widens who may pay, approve or call: one person with two phones would pass for the second
 * one that the company's rules of approval ask for. Without such rules owners and administrators are
 * told.
 *
 * @returns the reason for the journal.
 * @throws errors of `confirmLoosening`.
 */
export async function confirmWidening(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  request: LooseningRequest,
): Promise<string | undefined> {
  const { rows } = await sql`
    SELECT 1 FROM approval_rules WHERE account_id = ${actor.accountId} LIMIT 1`.execute(trx);
  if (rows.length > 0) return confirmLoosening(platform, trx, actor, request);
  await tellLoosened(platform, trx, actor, rulesOf(request.loosening), {
    what: request.what,
    isConfirmed: false,
  });
  return undefined;
}

async function tellLoosened(
  { events, clock }: Platform,
  trx: Trx,
  { accountId, personId, name }: AccountActor,
  rules: readonly BindingRule[],
  { what, isConfirmed }: { readonly what: string | undefined; readonly isConfirmed: boolean },
): Promise<void> {
  for (const rule of rules)
    await events.publish(trx, "account.rule-loosened", {
      accountId,
      rule,
      ...(what === undefined ? {} : { what }),
      isConfirmed,
      by: { id: personId, name },
      at: clock.now(),
    });
}

/** The code confirms no other change. */
function operationOf({ accountId }: AccountActor, loosening: Loosening): string {
  const {
    approvalRules,
    projectManagerAcceptLimit: limit,
    keyNetworks,
    resultAutoAcceptDays: days,
    payer,
    newKey,
  } = loosening;
  const rules = approvalRules
    ?.map((rule) => [rule.amountFrom, rule.approversCount, ...rule.roleIDs.toSorted()].join(" "))
    .toSorted();
  const after = [
    rules?.join(";") ?? "",
    limit === undefined ? "" : String(limit),
    keyNetworks ? `${keyNetworks.id} ${keyNetworks.ips.toSorted().join(" ")}` : "",
    days === undefined ? "" : String(days),
    payer
      ? [payer.id ?? phoneOf(payer), payer.roleID, ...(projectsOf(payer) ?? ["all"])].join(" ")
      : "",
    newKey
      ? [
          newKey.title.trim(),
          newKey.roleID,
          newKey.codeUserID,
          newKey.expiresOn ?? "",
          ...(newKey.ips ?? []).toSorted(),
        ].join(" ")
      : "",
  ];
  return `loosen:${accountId}:${rulesOf(loosening).join("+")}:${fingerprint(...after)}`;
}

const RULE_OF = {
  approvalRules: "APPROVAL_RULES",
  projectManagerAcceptLimit: "ACCEPT_LIMIT",
  keyNetworks: "KEY_NETWORKS",
  resultAutoAcceptDays: "AUTO_ACCEPT",
  payer: "PAYERS",
  newKey: "KEYS",
} as const satisfies Record<keyof Loosening, BindingRule>;
/** One form saves them. */
const SETTINGS: readonly BindingRule[] = ["ACCEPT_LIMIT", "AUTO_ACCEPT"];

/** @throws AppError `invalid` - none, or several that no one call saves. */
function rulesOf(loosening: Loosening): readonly BindingRule[] {
  const rules = (Object.keys(RULE_OF) as (keyof Loosening)[])
    .filter((key) => loosening[key] !== undefined)
    .map((key) => RULE_OF[key]);
  if (rules.length === 0 || (rules.length > 1 && !rules.every((rule) => SETTINGS.includes(rule))))
    throw invalid({ body: ["Назовите одно правило и то, каким оно станет"] });
  return rules;
}

function wordsOf(rules: readonly BindingRule[]): string {
  return rules.map((rule) => BINDING_RULE.titles[rule].toLowerCase()).join(", ");
}

/**
 * Without the asker's free text, which could pass for words of the platform.
 *
 * @throws AppError `not_found` - works not in the company.
 */
async function nameOf(trx: Trx, actor: AccountActor, loosening: Loosening): Promise<string> {
  const { payer, newKey } = loosening;
  if (newKey) return ` (ключ с правами «${ROLES[newKey.roleID].title}»)`;
  if (!payer) return "";
  const phone =
    payer.id === undefined ? phoneOf(payer) : await phoneOfUser(trx, actor.accountId, payer.id);
  const projects = projectsOf(payer);
  return ` (${maskPhone(phone)}, «${ROLES[payer.roleID].title}»${projects ? `, проектов: ${projects.length}` : ""})`;
}

/** `null`: all. */
function projectsOf({ roleID, projectIDs }: NonNullable<Loosening["payer"]>) {
  if (isUnlimitedRole(roleID) || !projectIDs) return null;
  return [...new Set(projectIDs)].toSorted((one, other) => one - other);
}

function phoneOf({ phone }: { readonly phone?: string }): string {
  return readPhone(phone ?? "", "payer.phone");
}

async function phoneOfUser(trx: Trx, accountId: number, id: number): Promise<string> {
  const { rows } = await sql<{ phone: string }>`
    SELECT coalesce(p.phone, u.invited_phone) AS phone
    FROM account_users u LEFT JOIN people p ON p.id = u.person_id
    WHERE u.account_id = ${accountId} AND u.id = ${id} AND u.state <> 'DISABLED'`.execute(trx);
  if (!rows[0]) throw notFound("Пользователь не найден");
  return rows[0].phone;
}

async function ownerFor(trx: Trx, actor: AccountActor): Promise<{ phone: string; name: string }> {
  const { rows } = await sql<{ phone: string; name: string }>`
    SELECT p.phone, p.name
    FROM account_users u JOIN people p ON p.id = u.person_id AND p.state = 'ACTIVE'
    WHERE u.account_id = ${actor.accountId} AND u.role = 'OWNER' AND u.state = 'ACTIVE'
    ORDER BY u.person_id = ${actor.personId}, u.id
    LIMIT 1`.execute(trx);
  if (!rows[0])
    throw conflict("У компании нет действующего владельца. Обратитесь в поддержку платформы");
  return rows[0];
}
