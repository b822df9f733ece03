import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { readSwitches } from "../common/sandbox-switches.ts";
import type { BankClientResult, BankGateway } from "./port.ts";

/** Always rejected. */
const UNKNOWN_PASSPORT = "000000";

interface ClientRow {
  readonly application_id: string;
  readonly answer_at: Date;
  readonly result: "VALID" | "INVALID" | "ERROR";
  readonly message: string | null;
}

/** Decided on arrival, answered later. */
export function sandboxClients(
  outside: Kysely<Schema>,
  clock: Clock,
): Pick<BankGateway, "submitClient" | "clientResults"> {
  async function clientResults(applicationIds: readonly string[]): Promise<BankClientResult[]> {
    await readSwitches(outside, "bank");
    const { rows } = await sql<ClientRow>`
        SELECT * FROM sandbox.bank_clients
        WHERE application_id = ANY (${[...applicationIds]}::text[])`.execute(outside);
    const known = new Map(rows.map((row) => [row.application_id, row]));
    const now = clock.now();
    return applicationIds.map((applicationId): BankClientResult => {
      const row = known.get(applicationId);
      if (!row) return { applicationId, status: "UNKNOWN" };
      if (row.answer_at > now) return { applicationId, status: "PENDING" };
      return row.result === "VALID"
        ? { applicationId, status: "VALID" }
        : { applicationId, status: row.result, message: row.message ?? "" };
    });
  }

  return {
    clientResults,
    async submitClient({ applicationId, inn, passport }) {
      const [earlier] = await clientResults([applicationId]);
      if (earlier && earlier.status !== "UNKNOWN") return earlier;
      const { rows } = await sql<{
        fate: "INVALID" | "ERROR" | "LOST" | null;
        message: string;
        after: number;
      }>`
        WITH was AS (SELECT * FROM sandbox.onboarding_settings FOR UPDATE), used AS (
          UPDATE sandbox.onboarding_settings s
          SET bank_next_count = s.bank_next_count - 1
          FROM was
          WHERE was.bank_next_count > 0)
        SELECT CASE
          WHEN bank_next_count > 0 THEN bank_next END AS fate, bank_message AS message,
            bank_after_seconds AS after
        FROM was`.execute(outside);
      const settings = rows[0];
      if (!settings) throw new Error("the sandbox has no settings of registrations");
      if (settings.fate === "LOST") return { applicationId, status: "PENDING" };
      const result = settings.fate ?? (passport.number === UNKNOWN_PASSPORT ? "INVALID" : "VALID");
      const message = settings.fate
        ? settings.message
        : result === "INVALID"
          ? "DOCUMENT_INVALID: passport с таким номером не найден в базе МВД"
          : null;
      await sql`
        INSERT INTO sandbox.bank_clients (application_id, inn, answer_at, result, message)
        VALUES (${applicationId}, ${inn},
          ${new Date(clock.now().getTime() + settings.after * 1000)}, ${result}, ${message})
        ON CONFLICT DO NOTHING`.execute(outside);
      return (await clientResults([applicationId]))[0] as BankClientResult;
    },
  };
}
