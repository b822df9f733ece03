import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";

export type SandboxService = "bank" | "tax-service" | "sms" | "mail";

export interface Switches {
  readonly outOfReach: boolean;
  readonly answerAfterSeconds: number;
  readonly failNext: number;
  readonly failReason: string;
  readonly returnNext: number;
  readonly returnReason: string;
  readonly returnAfterSeconds: number;
  readonly holdNext: number;
  readonly faultNext: number;
  readonly listAfterSeconds: number;
}

/** @throws OutOfReach: nothing was accepted. */
export async function readSwitches(
  outside: Kysely<Schema>,
  service: SandboxService,
  lock = false,
): Promise<Switches> {
  const { rows } = await sql<Switches>`
    SELECT out_of_reach AS "outOfReach", answer_after_seconds AS "answerAfterSeconds",
      fail_next AS "failNext", fail_reason AS "failReason",
      return_next AS "returnNext", return_reason AS "returnReason",
        return_after_seconds AS "returnAfterSeconds", hold_next AS "holdNext",
      fault_next AS "faultNext", list_after_seconds AS "listAfterSeconds"
    FROM sandbox.switches WHERE service = ${service} ${lock ? sql`FOR UPDATE` : sql``}`.execute(
    outside,
  );
  const switches = rows[0];
  if (!switches) throw new Error(`the sandbox knows no service ${service}`);
  if (switches.outOfReach) throw new OutOfReach(`the ${service} of the sandbox is out of reach`);
  return switches;
}

export async function useUpSwitches(
  outside: Kysely<Schema>,
  service: SandboxService,
  used: { failures: number; returns?: number; holds?: number; faults?: number },
): Promise<void> {
  await sql`
    UPDATE sandbox.switches
    SET fail_next = greatest(0, fail_next - ${used.failures}),
      return_next = greatest(0, return_next - ${used.returns ?? 0}),
      hold_next = greatest(0, hold_next - ${used.holds ?? 0}),
      fault_next = greatest(0, fault_next - ${used.faults ?? 0})
    WHERE service = ${service}`.execute(outside);
}
