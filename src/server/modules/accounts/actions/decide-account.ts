import { sql } from "kysely";
import { ACCOUNT_STATE, ACCOUNT_TRANSITIONS } from "#contract/accounts/account-states.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { APPROVE_OR_REJECT, whyOf, type DecisionKind } from "#server/decision.ts";
import { notifyManagers } from "#server/modules/moderation/index.ts";
import { transition } from "#server/data/transition.ts";
import { announce } from "#server/data/live.ts";
import type { Platform } from "#server/platform.ts";
import {
  askRegisterOf,
  refuseOtherName,
  registerColumns,
  type RegisterSays,
} from "./register-name.ts";

type AccountVerdict = "approve" | "reject" | "disable" | "enable";

const NOTICES = {
  approve: "AccountAccepted",
  reject: "AccountRejected",
  disable: "AccountDisabled",
  // Without a notice. Source: `domain.md` §2.7.
  enable: null,
} as const;

/** Its owner and administrators are told. */
export function accountDecision(
  platform: Pick<Platform, "events" | "db" | "companies">,
): DecisionKind<AccountVerdict, RegisterSays> {
  const { events } = platform;
  return {
    kind: "account",
    title: "компания",
    waiting: sql`
      SELECT a.id, a.created_at AS since, a.short_name || ', ИНН ' || a.inn
          || coalesce(', в реестре ' || nullif(a.register_name, a.short_name), '') AS what,
        (SELECT p.name || ', +' || p.phone
          FROM account_users u
          JOIN people p ON p.id = u.person_id
          WHERE u.account_id = a.id AND u.role = 'OWNER' AND u.state = 'ACTIVE'
          LIMIT 1) AS who
      FROM accounts a
      WHERE a.state = 'MODERATION'`,
    state: (id) => sql`SELECT state FROM accounts WHERE id = ${id}`,
    stateTitles: ACCOUNT_STATE.titles,
    verdicts: {
      ...APPROVE_OR_REJECT,
      disable: { done: "заблокировано", needsReason: true },
      enable: { done: "разблокировано" },
    },
    reasons: REASONS.accountReject.definitions,
    ask: (id, verdict) =>
      verdict === "approve" ? askRegisterOf(platform, id) : Promise.resolve(null),
    async decide(trx, order, said) {
      const { id, verdict, reason, comment, at } = order;
      const move = transition(ACCOUNT_TRANSITIONS, verdict, "moderator");
      const isRefusal = verdict === "reject" || verdict === "disable";
      const { rows } = await sql<{ short_name: string }>`
        UPDATE accounts
        SET ${move.set}, reject_comment = ${isRefusal ? whyOf(order) : null}${
          verdict === "approve" ? sql`, ${registerColumns(said, at)}` : sql``
        }
        WHERE id = ${id} AND ${move.from}
        RETURNING short_name`.execute(trx);
      if (!rows[0]) return [];
      const title = rows[0].short_name;
      if (verdict === "approve") refuseOtherName(said, title, order);
      const account = { id, companyDetailsName: title };
      const notice = NOTICES[verdict];
      if (notice === "AccountAccepted")
        await notifyManagers(trx, events, notice, { account }, { accountId: id, at });
      else if (notice !== null)
        await notifyManagers(
          trx,
          events,
          notice,
          { account, rejectReason: reason, rejectComment: comment },
          { accountId: id, at },
        );
      await announce(trx, { to: `account:${id}`, resource: "accounts", ids: [id] });
      return [
        {
          event: "account.state_changed",
          accountId: id,
          object: { type: "account", id, title },
          before: { state: ACCOUNT_TRANSITIONS[verdict].from[0] },
          after: { state: move.to, ...(reason ? { reasonId: reason.id } : {}) },
        },
      ];
    },
  };
}
