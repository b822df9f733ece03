import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { PayoutFailure } from "#server/integrations/bank/port.ts";

interface SwitchRow {
  readonly outOfReach: boolean;
  readonly answerAfterSeconds: number;
  readonly failNext: number;
  readonly failReason: string;
  readonly returnNext: number;
  readonly returnReason: PayoutFailure;
  readonly returnAfterSeconds: number;
  readonly holdNext: number;
  /** The tax service takes them and answers with a fault. */
  readonly faultNext: number;
  readonly listAfterSeconds: number;
}

type Change = { readonly [Name in keyof SwitchRow]?: SwitchRow[Name] | undefined };

/** Absent fields stay. */
export async function changeSwitches(
  db: Kysely<Schema>,
  service: "bank" | "tax-service" | "sms" | "mail",
  change: Change = {},
): Promise<SwitchRow> {
  const { rows } = await sql<SwitchRow>`
    UPDATE sandbox.switches SET out_of_reach = coalesce(${change.outOfReach ?? null}, out_of_reach),
      answer_after_seconds = coalesce(${change.answerAfterSeconds ?? null}, answer_after_seconds),
        fail_next = coalesce(${change.failNext ?? null}, fail_next),
      fail_reason = coalesce(${change.failReason ?? null}, fail_reason),
        return_next = coalesce(${change.returnNext ?? null}, return_next),
      return_reason = coalesce(${change.returnReason ?? null}, return_reason),
        return_after_seconds = coalesce(${change.returnAfterSeconds ?? null}, return_after_seconds),
      hold_next = coalesce(${change.holdNext ?? null}, hold_next),
      fault_next = coalesce(${change.faultNext ?? null}, fault_next),
      list_after_seconds = coalesce(${change.listAfterSeconds ?? null}, list_after_seconds)
    WHERE service = ${service}
    RETURNING out_of_reach AS "outOfReach", answer_after_seconds AS "answerAfterSeconds",
      fail_next AS "failNext", fail_reason AS "failReason",
      return_next AS "returnNext", return_reason AS "returnReason",
        return_after_seconds AS "returnAfterSeconds", hold_next AS "holdNext",
      fault_next AS "faultNext", list_after_seconds AS "listAfterSeconds"`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`the sandbox knows no service ${service}`);
  return row;
}
