import { sql } from "kysely";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { APPROVE_OR_REJECT, type DecisionKind } from "#server/decision.ts";
import { notifyManagers } from "#server/modules/moderation/index.ts";
import { announce } from "#server/data/live.ts";
import type { Platform } from "#server/platform.ts";

/** A trusted company publishes without a moderator and writes to more strangers a day. */
export function accountTrustDecision({
  events,
}: Pick<Platform, "events">): DecisionKind<"approve" | "reject"> {
  return {
    kind: "account-trust",
    title: "доверие компании",
    // No company asks for trust: the staff gives it to whom it knows.
    waiting: sql`
      SELECT id, created_at AS since, short_name AS who, inn AS what FROM accounts WHERE false`,
    state: (id) => sql`
      SELECT CASE
        WHEN state <> 'ACTIVE' THEN state
        WHEN trusted THEN 'TRUSTED'
        ELSE 'UNTRUSTED' END AS state
      FROM accounts
      WHERE id = ${id}`,
    stateTitles: {
      ...ACCOUNT_STATE.titles,
      TRUSTED: "Публикует без проверки",
      UNTRUSTED: "Публикует после проверки",
    },
    verdicts: APPROVE_OR_REJECT,
    reasons: REASONS.accountReject.definitions,
    async decide(trx, { id, verdict, reason, comment, at }) {
      const trusted = verdict === "approve";
      const { rows } = await sql<{ short_name: string }>`
        UPDATE accounts
        SET trusted = ${trusted}
        WHERE id = ${id} AND state = 'ACTIVE' AND trusted <> ${trusted}
        RETURNING short_name`.execute(trx);
      if (!rows[0]) return [];
      const title = rows[0].short_name;
      const account = { id, companyDetailsName: title };
      if (trusted)
        await notifyManagers(trx, events, "AccountTrusted", { account }, { accountId: id, at });
      else
        await notifyManagers(
          trx,
          events,
          "AccountDistrusted",
          { account, rejectReason: reason, rejectComment: comment },
          { accountId: id, at },
        );
      await announce(trx, { to: `account:${id}`, resource: "accounts", ids: [id] });
      return [
        {
          event: "account.trust_changed",
          accountId: id,
          object: { type: "account", id, title },
          before: { trusted: !trusted },
          after: { trusted },
        },
      ];
    },
  };
}
