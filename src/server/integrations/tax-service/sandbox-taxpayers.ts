import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { readSwitches } from "../common/sandbox-switches.ts";
import type { BindAnswer, BindResult, TaxMessage, TaxpayerStatus, TaxService } from "./port.ts";

type Part = Pick<
  TaxService,
  | "taxpayerStatuses"
  | "requestBind"
  | "requestPermissions"
  | "bindResults"
  | "unbind"
  | "newlyUnbound"
  | "restriction"
  | "isRegisteredPublicly"
  | "messagesSince"
>;

export function sandboxTaxpayers(outside: Kysely<Schema>, clock: Clock): Part {
  const answering = () => readSwitches(outside, "tax-service");

  /** Reuses a pending one: a retry shows one request. */
  async function leaveRequest(inn: string, permissions: readonly string[]): Promise<BindAnswer> {
    const now = clock.now();
    const { rows } = await sql<{ id: string }>`
      WITH waiting AS (SELECT id
        FROM sandbox.tax_bind_requests
        WHERE inn = ${inn}
          AND (answer_at IS NULL OR answer_at > ${now})
          AND permissions = ${[...permissions]}::text[]
        LIMIT 1),
      left_now AS (
        INSERT INTO sandbox.tax_bind_requests (id, inn, permissions, asked_at, answer_at,
          is_confirmed)
        SELECT 'bind-' || ${inn} || '-' || (SELECT count(*) + 1
          FROM sandbox.tax_bind_requests
          WHERE inn = ${inn}),
          ${inn}, ${[...permissions]}::text[], ${now},
          CASE s.bind_answer
            WHEN 'WAIT' THEN NULL
            ELSE ${now}::timestamptz + s.bind_after_seconds * interval '1 second' END,
              CASE s.bind_answer
            WHEN 'WAIT' THEN NULL
            ELSE s.bind_answer = 'CONFIRM' END
        FROM sandbox.tax_settings s WHERE NOT EXISTS (SELECT FROM waiting) RETURNING id
      )
      SELECT id FROM waiting UNION ALL SELECT id FROM left_now`.execute(outside);
    return { status: "SENT", requestId: rows[0]?.id ?? "" };
  }

  return {
    async taxpayerStatuses(inns) {
      await answering();
      await settleRequests(outside, clock.now());
      const { rows } = await sql<
        Omit<TaxpayerStatus, "name" | "error"> & {
          last_name: string | null;
          first_name: string | null;
          middle_name: string | null;
        }
      >`
        SELECT g.inn, coalesce(t.registered, false) AS registered,
          coalesce(t.registered AND t.bound, false) AS bound,
          coalesce(t.registered
            AND t.bound
            AND 'INCOME_REGISTRATION' = ANY (t.permissions), false) AS "mayRegisterIncome",
          CASE
            WHEN t.registered
            AND t.bound THEN t.permissions
            ELSE '{}'::text[] END AS permissions, CASE
            WHEN t.bound THEN t.current_inn END AS "currentInn",
          CASE WHEN t.bound THEN t.last_name END AS last_name, t.first_name, t.middle_name
        FROM unnest(${inns}::text[]) WITH ORDINALITY AS g(inn, no)
        LEFT JOIN sandbox.taxpayers t ON t.inn = g.inn
        ORDER BY g.no`.execute(outside);
      return rows.map(
        ({ last_name: lastName, first_name: firstName, middle_name: middleName, ...taxpayer }) => ({
          ...taxpayer,
          name: lastName === null ? null : { lastName, firstName: firstName ?? "", middleName },
          error: null,
        }),
      );
    },

    async requestBind({ inn, phone }, permissions) {
      await answering();
      const { rows } = await sql<{ inn: string; registered: boolean; bound: boolean }>`
        SELECT inn, registered, bound
        FROM sandbox.taxpayers
        WHERE ${inn === null ? sql`phone = ${phone}` : sql`inn = ${inn}`}
        LIMIT 1`.execute(outside);
      const person = rows[0];
      if (!person?.registered) return { status: "REFUSED", error: "TAXPAYER_UNREGISTERED" };
      return person.bound
        ? { status: "ALREADY_BOUND", inn: person.inn }
        : leaveRequest(person.inn, permissions);
    },

    async requestPermissions(inn, permissions) {
      await answering();
      const { rows } = await sql`
          SELECT 1 FROM sandbox.taxpayers WHERE inn = ${inn} AND registered AND bound`.execute(
        outside,
      );
      return rows.length === 0
        ? { status: "REFUSED", error: "TAXPAYER_UNBOUND" }
        : leaveRequest(inn, permissions);
    },

    async bindResults(requestIds) {
      await answering();
      const now = clock.now();
      await settleRequests(outside, now);
      const { rows } = await sql<{
        id: string;
        inn: string;
        permissions: string[];
        is_confirmed: boolean;
        answered: boolean;
      }>`
        SELECT id, inn, permissions, is_confirmed, coalesce(answer_at <= ${now}, false) AS answered
        FROM sandbox.tax_bind_requests
        WHERE id = ANY (${[...requestIds]}::text[])`.execute(outside);
      const known = new Map(rows.map((row) => [row.id, row]));
      return requestIds.map((requestId): BindResult => {
        const row = known.get(requestId);
        if (!row) return { requestId, status: "FAILED" };
        if (!row.answered) return { requestId, status: "IN_PROGRESS" };
        return row.is_confirmed
          ? { requestId, status: "COMPLETED", inn: row.inn, permissions: row.permissions }
          : { requestId, status: "FAILED" };
      });
    },

    async unbind(inn) {
      await answering();
      await sql`
        UPDATE sandbox.taxpayers
        SET bound = false, permissions = '{}', unbound_at = ${clock.now()}
        WHERE inn = ${inn} AND bound`.execute(outside);
      return null;
    },

    async newlyUnbound(from, to) {
      await answering();
      const { rows } = await sql<{ inn: string; at: Date }>`
        SELECT inn, unbound_at AS at
        FROM sandbox.taxpayers
        WHERE unbound_at BETWEEN ${from} AND ${to} AND NOT bound
        ORDER BY unbound_at, inn`.execute(outside);
      return rows;
    },

    async restriction(inn) {
      await answering();
      const { rows } = await sql`
          SELECT 1 FROM sandbox.taxpayers WHERE inn = ${inn} AND restricted`.execute(outside);
      return rows.length > 0 ? { allowed: false, reason: "TAXPAYER_DENIED" } : { allowed: true };
    },

    async isRegisteredPublicly(inn) {
      await answering();
      const { rows } = await sql`
          SELECT 1 FROM sandbox.taxpayers WHERE inn = ${inn} AND registered`.execute(outside);
      return rows.length > 0;
    },

    async messagesSince(inns, since) {
      await answering();
      const { rows } = await sql<TaxMessage>`
        SELECT m.inn, m.id::text AS id, m.title, m.text, m.sent_at AS at
        FROM sandbox.tax_messages m JOIN sandbox.taxpayers t ON t.inn = m.inn AND t.bound
        WHERE m.inn = ANY (${[...inns]}::text[])
          AND m.sent_at > ${since}
          AND m.sent_at <= ${clock.now()}
        ORDER BY m.sent_at, m.id`.execute(outside);
      return rows;
    },
  };
}

/** Revoked access stays revoked. */
async function settleRequests(outside: Kysely<Schema>, now: Date): Promise<void> {
  await sql`
    UPDATE sandbox.taxpayers t
    SET bound = true, unbound_at = NULL,
      permissions = ARRAY(SELECT DISTINCT p
        FROM unnest(t.permissions || r.permissions) p
        ORDER BY p)
    FROM sandbox.tax_bind_requests r
    WHERE r.inn = t.inn
      AND r.is_confirmed
      AND r.answer_at <= ${now}
      AND t.registered
      AND NOT (t.bound AND t.permissions @> r.permissions)
      AND (t.unbound_at IS NULL OR t.unbound_at < r.answer_at)
      AND NOT EXISTS (SELECT FROM sandbox.tax_bind_requests later
        WHERE later.inn = r.inn
          AND later.asked_at > r.asked_at
          AND later.is_confirmed
          AND later.answer_at <= ${now})`.execute(outside);
}
