import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { type Listener, workRefusal } from "#contract/workmen/work-refusal.ts";
import { isBlacklisted } from "#server/money/payability/index.ts";
import {
  readWorkingFacts,
  workingFactsOf,
  type WorkingFactsRow,
} from "#server/modules/workmen/index.ts";
import type { Trx } from "#server/data/transaction.ts";

interface Question {
  readonly accountId: number;
  readonly jobId: bigint;
  readonly workmanId: number;
  readonly amountKopecks: bigint;
  readonly now: Date;
}

/** `null` when allowed. */
export async function whyNotPayable(
  trx: Trx,
  { accountId, jobId, workmanId, amountKopecks, now }: Question,
  listener: Listener,
): Promise<string | null> {
  const today = moscowDate(now);
  const { rows } = await sql<{
    workman: WorkingFactsRow | null;
    is_blacklisted: boolean;
    allowed_taxpayer_types: string[];
  }>`
    SELECT ${workingFactsOf(workmanId, today)} AS workman, s.allowed_taxpayer_types,
      coalesce((SELECT ${isBlacklisted(accountId, today)} FROM workmen w WHERE w.id = ${workmanId}),
        false) AS is_blacklisted
    FROM jobs j
    JOIN services s ON s.id = j.service_id
    WHERE j.account_id = ${accountId} AND j.id = ${jobId}`.execute(trx);
  const found = rows[0];
  return workRefusal(
    readWorkingFacts(found?.workman ?? null),
    {
      sumKopecks: amountKopecks,
      allowedTaxpayerTypes: found?.allowed_taxpayer_types ?? null,
      isBlacklisted: found?.is_blacklisted ?? false,
    },
    listener,
  );
}
