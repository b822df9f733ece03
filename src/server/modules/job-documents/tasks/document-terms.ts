import { sql, type RawBuilder } from "kysely";
import {
  ACT_AUTO_SIGN_HOURS,
  DOCUMENT_SIGN_DAYS,
  JOB_DOCUMENT_TRANSITIONS,
} from "#contract/job-documents/job-document-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import { AWAITS, SIGNS_ITSELF } from "#server/data/act-terms.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { announceDocuments, writeTimerJournals } from "../document-changes.ts";
import { contentHash, SELECT_DOCUMENT, type DocumentRow } from "../queries.ts";
import { addSignatures } from "../document-signatures.ts";
import { payoutsOf } from "../actions/sign-documents.ts";
import { automaticAgreement } from "../signing-agreement.ts";

/** Deadlines are hours or days; every live message wakes the task. */
const REST_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Unanswered acts, except the first between the two. Source: `domain.md` §1.7. */
export function autoSignTask(platform: Platform): BackgroundTask {
  return timer(platform, {
    name: "job-documents.auto-sign",
    dueAt(at) {
      const before = sql`${at}::timestamptz - make_interval(hours => a.act_auto_sign_hours)`;
      return sql`
        d.created_at <= ${before}
          AND coalesce((SELECT s.signed_at
            FROM document_signatures s
            WHERE s.account_id = d.account_id AND s.document_id = d.id AND s.side = 'account'),
            d.created_at) <= ${before}
          AND ${AWAITS} = 'workman'
          AND (y.state IS NULL OR y.state = 'ACT_PENDING')
          AND ${SIGNS_ITSELF}`;
    },
    async work(trx, row, at) {
      await move(trx, row, "autoSign", at);
      const signer = {
        personId: row.workman_person_id ?? 0,
        name: row.workman_name ?? "",
        phone: "",
      };
      await addSignatures(trx, [
        {
          row,
          side: "workman",
          method: { name: "TIME" },
          sha256: contentHash(row),
          signer,
          agreement: automaticAgreement(row.act_auto_sign_hours ?? ACT_AUTO_SIGN_HOURS, at),
          at,
        },
      ]);
      const payouts = payoutsOf([row]);
      if (payouts.length > 0) await platform.events.publish(trx, "acts.signed", { payouts, at });
      await announceDocuments(trx, [row]);
      await writeTimerJournals(trx, { event: "act.auto_signed", rows: [row], at });
    },
  });
}

/** Decision: expiry ends the payment like a refusal; the customer may pay again. */
export function expireDocumentsTask(platform: Platform): BackgroundTask {
  return timer(platform, {
    name: "job-documents.expire",
    dueAt: (at) =>
      sql`d.created_at <= ${new Date(at.getTime() - DOCUMENT_SIGN_DAYS * 24 * HOUR_MS)}`,
    async work(trx, row, at) {
      await move(trx, row, "expire", null);
      for (const payout of row.payout_state === "ACT_PENDING" ? payoutsOf([row]) : [])
        await platform.events.publish(trx, "act.rejected", { payout, at });
      await announceDocuments(trx, [row]);
      await writeTimerJournals(trx, { event: "act.expired", rows: [row], at });
    },
  });
}

interface Timer {
  readonly name: string;
  readonly dueAt: (at: Date) => RawBuilder<unknown>;
  readonly work: (trx: Trx, row: DocumentRow, at: Date) => Promise<void>;
}

function timer({ db, clock }: Platform, { name, dueAt, work }: Timer): BackgroundTask {
  const waiting = (at: Date) => sql`d.state IN ('SENT', 'SIGNED_BY_SENDER') AND ${dueAt(at)}`;
  return itemTask<bigint>(
    { db, clock },
    {
      name,
      idleMs: REST_MS,
      everyMs: REST_MS,
      batch: 200,
      nameOf: String,
      async lease({ at, limit, isFree }) {
        const { rows } = await sql<DocumentRow>`
          ${SELECT_DOCUMENT}
          WHERE ${waiting(at)} AND ${isFree(sql`d.id::text`)}
          ORDER BY d.created_at, d.id
          LIMIT ${limit}`.execute(db);
        return rows.map(({ id }) => id);
      },
      async settle(trx, id, at) {
        // One being signed now is left for later.
        const { rows } = await sql<DocumentRow>`
          ${SELECT_DOCUMENT} WHERE d.id = ${id} AND ${waiting(at)}
          FOR NO KEY UPDATE OF d SKIP LOCKED`.execute(trx);
        for (const row of rows) await work(trx, row, at);
      },
    },
  );
}

async function move(
  trx: Trx,
  { id }: DocumentRow,
  action: "autoSign" | "expire",
  signedAt: Date | null,
): Promise<void> {
  const { set, from } = transition(JOB_DOCUMENT_TRANSITIONS, action, "system");
  await sql`
    UPDATE job_documents
    SET ${set}, signed_at = ${signedAt}::timestamptz
    WHERE id = ${id} AND ${from}`.execute(trx);
}
