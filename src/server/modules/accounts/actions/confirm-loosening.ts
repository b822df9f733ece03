import { sql } from "kysely";
import { BINDING_RULE, type BindingRule, type Loosening } from "#contract/approvals/loosening.ts";
import type { CodeSent } from "#contract/kernel/fields.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid } from "#server/http/app-error.ts";
import { fingerprint } from "#server/http/consent.ts";
import type { Trx } from "#server/data/transaction.ts";
import { codeSent, useCode } from "#server/modules/auth/index.ts";
import type { Platform } from "#server/platform.ts";

/** To an owner, another one than the asker if possible. */
export async function sendLooseningCode(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  loosening: Loosening,
  ip: string,
): Promise<CodeSent> {
  const owner = await ownerFor(trx, actor);
  return codeSent(platform, {
    by: actor,
    phone: owner.phone,
    operation: operationOf(actor, loosening),
    purpose: `Ослабление: ${BINDING_RULE.titles[ruleOf(loosening)].toLowerCase()}. Код`,
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
  { loosening, otp }: { readonly loosening: Loosening; readonly otp: string | undefined },
): Promise<string> {
  const rule = ruleOf(loosening);
  const owner = await ownerFor(trx, actor);
  if (!otp)
    throw new AppError(
      "otp_required",
      `Это ослабляет правило компании (${BINDING_RULE.titles[rule].toLowerCase()}): подтвердите его кодом, который придёт владельцу`,
    );
  await useCode(platform, trx, {
    by: actor,
    phone: owner.phone,
    operation: operationOf(actor, loosening),
    code: otp,
    field: "otp",
  });
  await tellLoosened(platform, trx, actor, rule);
  return `Ослабление подтверждено кодом владельца: ${owner.name}`;
}

/** @param withoutCode - what was done, when no code of the owner was asked. */
export async function tellLoosened(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  rule: BindingRule,
  withoutCode?: string,
): Promise<void> {
  await platform.events.publish(trx, "account.rule-loosened", {
    accountId: actor.accountId,
    rule,
    ...(withoutCode === undefined ? {} : { withoutCode }),
    by: { id: actor.personId, name: actor.name },
    at: platform.clock.now(),
  });
}

/** The code confirms no other change. */
function operationOf({ accountId }: AccountActor, loosening: Loosening): string {
  const { approvalRules, projectManagerAcceptLimit: limit, keyNetworks } = loosening;
  const rules = approvalRules
    ?.map((rule) => [rule.amountFrom, rule.approversCount, ...rule.roleIDs.toSorted()].join(" "))
    .toSorted();
  const after = [
    rules?.join(";") ?? "",
    limit === undefined ? "" : String(limit),
    keyNetworks ? `${keyNetworks.id} ${keyNetworks.ips.toSorted().join(" ")}` : "",
  ];
  return `loosen:${accountId}:${ruleOf(loosening)}:${fingerprint(...after)}`;
}

/** @throws AppError `invalid` - none, or several. */
function ruleOf({ approvalRules, projectManagerAcceptLimit, keyNetworks }: Loosening): BindingRule {
  const named: BindingRule[] = [
    ...(approvalRules === undefined ? [] : ["APPROVAL_RULES" as const]),
    ...(projectManagerAcceptLimit === undefined ? [] : ["ACCEPT_LIMIT" as const]),
    ...(keyNetworks === undefined ? [] : ["KEY_NETWORKS" as const]),
  ];
  const [rule] = named;
  if (rule === undefined || named.length > 1)
    throw invalid({ body: ["Назовите одно правило и то, каким оно станет"] });
  return rule;
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
