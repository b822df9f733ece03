import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { readSwitches } from "../common/sandbox-switches.ts";
import type { TaxRegistrationResult, TaxService } from "./port.ts";

/** Access is not granted yet. */
export function sandboxRegistrations(
  outside: Kysely<Schema>,
  clock: Clock,
): Pick<TaxService, "requestRegistration" | "registrationResults"> {
  return {
    async requestRegistration({ inn, phone, lastName, firstName, middleName }) {
      await readSwitches(outside, "tax-service");
      const known = await sql`
          SELECT 1 FROM sandbox.taxpayers WHERE inn = ${inn} AND registered`.execute(outside);
      if (known.rows.length > 0) return { status: "ALREADY_REGISTERED" };
      const { rows } = await sql<{
        fate: "REFUSED" | "FAILED" | "FAULT" | "LOST" | null;
        message: string;
        after: number;
        no: number;
      }>`
        WITH was AS (SELECT * FROM sandbox.onboarding_settings FOR UPDATE), used AS (
          UPDATE sandbox.onboarding_settings s
          SET tax_next_count = s.tax_next_count - 1
          FROM was
          WHERE was.tax_next_count > 0)
        SELECT CASE
          WHEN tax_next_count > 0 THEN tax_next END AS fate, tax_message AS message,
            tax_after_seconds AS after,
          (SELECT count(*)::integer FROM sandbox.tax_registrations WHERE inn = ${inn}) AS no
          FROM was`.execute(outside);
      const settings = rows[0];
      if (!settings) throw new Error("the sandbox has no settings of registrations");
      const { fate, message, after, no } = settings;
      if (fate === "REFUSED")
        return { status: "REFUSED", error: "REQUEST_VALIDATION_ERROR", message };
      if (fate === "FAULT") return { status: "REFUSED", error: "INTERNAL_ERROR", message: null };
      const requestId = `registration-${inn}-${no + 1}`;
      if (fate === "LOST") return { status: "SENT", requestId: `${requestId}-lost` };
      await sql`
        INSERT INTO sandbox.tax_registrations (id, inn, phone, answer_at, failure)
        VALUES (${requestId}, ${inn}, ${phone}, ${new Date(clock.now().getTime() + after * 1000)},
          ${fate === "FAILED" ? message : null})
        ON CONFLICT DO NOTHING`.execute(outside);
      // By passport before he is self-employed.
      await sql`
        INSERT INTO sandbox.taxpayers (inn, registered, bound, permissions, phone, last_name,
          first_name, middle_name)
        VALUES (${inn}, false, false, '{}', ${phone}, ${lastName}, ${firstName}, ${middleName})
        ON CONFLICT (inn) DO UPDATE SET phone = excluded.phone`.execute(outside);
      return { status: "SENT", requestId };
    },

    async registrationResults(requestIds) {
      await readSwitches(outside, "tax-service");
      const now = clock.now();
      await sql`
        UPDATE sandbox.taxpayers t
        SET registered = true, unregistered_reason = NULL
        FROM sandbox.tax_registrations r
        WHERE r.inn = t.inn
          AND r.failure IS NULL
          AND r.answer_at <= ${now}
          AND r.id = ANY (${[...requestIds]}::text[])
          AND NOT t.registered
          AND t.unregistered_reason IS NULL`.execute(outside);
      const { rows } = await sql<{
        id: string;
        answer_at: Date;
        failure: string | null;
      }>`
        SELECT id, answer_at, failure
        FROM sandbox.tax_registrations
        WHERE id = ANY (${[...requestIds]}::text[])`.execute(outside);
      const known = new Map(rows.map((row) => [row.id, row]));
      return requestIds.map((requestId): TaxRegistrationResult => {
        const row = known.get(requestId);
        if (!row) return { requestId, status: "UNKNOWN" };
        if (row.answer_at > now) return { requestId, status: "IN_PROGRESS" };
        return row.failure === null
          ? { requestId, status: "COMPLETED" }
          : { requestId, status: "FAILED", reason: row.failure };
      });
    },
  };
}
