import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { ReferenceResult } from "#server/integrations/tax-service/port.ts";
import { askHalvingOnFailure } from "#server/work/ask-halving-on-failure.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { forEachSettingAside } from "#server/work/set-aside.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { titleOf, type ReferenceRow } from "../reference-rows.ts";

/** Small, as each has a file. */
const BATCH = 20;
const LEASE_MS = 120_000;
const POLL_MS = 5000;
const FAILURE_PAUSE_MS = 60_000;
/** After a day it counts as failed and the person is told. */
const GIVE_UP_MS = 86_400_000;

interface WaitingReference extends ReferenceRow {
  readonly inn: string;
  readonly person_id: number;
}

const NOTICES = {
  REGISTRATION: { ready: "RegistrationReferenceCompleted", failed: "RegistrationReferenceFailed" },
  INCOME: { ready: "IncomeReferenceCompleted", failed: "IncomeReferenceFailed" },
} as const;

export function referenceTask(platform: Platform): BackgroundTask {
  return {
    name: "workman-taxes.references",
    idleMs: 3000,
    async run() {
      const at = platform.clock.now();
      const { rows } = await sql<WaitingReference>`
        UPDATE tax_references r SET due_at = ${new Date(at.getTime() + LEASE_MS)} FROM workmen w
        WHERE r.id = ANY (ARRAY(SELECT id
          FROM tax_references
          WHERE state = 'PROCESSING' AND due_at <= ${at}
          ORDER BY due_at
          LIMIT ${BATCH}
          FOR UPDATE SKIP LOCKED))
          AND w.id = r.workman_id
        RETURNING r.workman_id, r.id, r.type, r.year, r.state, r.created_at,
          coalesce(w.inn, '') AS inn, w.person_id`.execute(platform.db);
      if (rows.length === 0) return false;
      const { answers } = await askHalvingOnFailure(platform, {
        task: "workman-taxes.ask-references",
        items: rows,
        nameOf: ({ id }) => String(id),
        ask: (some) =>
          platform.taxService.references(
            some.map((row) => ({
              requestId: String(row.id),
              inn: row.inn,
              type: row.type,
              year: row.year,
            })),
          ),
      });
      const offerById = new Map(answers.flat().map((result) => [result.requestId, result]));
      await forEachSettingAside(platform, {
        task: "workman-taxes.references",
        items: rows,
        nameOf: ({ id }) => String(id),
        work: (row) => settle(platform, row, offerById.get(String(row.id)), at),
      });
      return rows.length === BATCH;
    },
  };
}

async function settle(
  platform: Platform,
  row: WaitingReference,
  result: ReferenceResult | undefined,
  at: Date,
): Promise<void> {
  if (result?.status === "READY") return keep(platform, row, result.pdf, at);
  const isFailure = result?.status === "FAILED" && result.error === "INTERNAL_ERROR";
  const mayHelpToWait = !result || result.status === "PROCESSING" || isFailure;
  await inTransaction(platform.db, async (trx) => {
    if (isFailure) await platform.events.publish(trx, "tax-service.faulted", { at });
    if (mayHelpToWait && at.getTime() - row.created_at.getTime() < GIVE_UP_MS) {
      await sql`
        UPDATE tax_references
        SET due_at = ${new Date(at.getTime() + (isFailure ? FAILURE_PAUSE_MS : POLL_MS))}
        WHERE id = ${row.id} AND state = 'PROCESSING'`.execute(trx);
      return;
    }
    await end(platform, trx, row, null, at);
  });
}

/**
 * Stores the file before its row: a crash in between leaves an unknown file, never a row without
 * one.
 */
async function keep(
  platform: Platform,
  row: WaitingReference,
  pdf: Buffer,
  at: Date,
): Promise<void> {
  const key = randomUUID();
  const folder = await mkdtemp(join(tmpdir(), "tax-reference-"));
  try {
    const path = join(folder, "reference.pdf");
    await writeFile(path, pdf, { mode: 0o600 });
    await platform.files.store(key, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const kept = await inTransaction(platform.db, async (trx) => {
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO files (person_id, name, content_type, size_bytes, sha256, storage_key, created_at)
      VALUES (${row.person_id}, ${`${titleOf(row)}.pdf`}, 'application/pdf', ${pdf.length},
        ${createHash("sha256").update(pdf).digest()}, ${key}, ${at})
      RETURNING id`.execute(trx);
    if (await end(platform, trx, row, rows[0]?.id ?? null, at)) return true;
    await sql`DELETE FROM files WHERE storage_key = ${key}`.execute(trx);
    return false;
  });
  if (!kept) await platform.files.remove(key);
}

async function end(
  platform: Platform,
  trx: Trx,
  row: WaitingReference,
  fileId: bigint | null,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE tax_references
    SET state = ${fileId === null ? "FAILED" : "READY"}, file_id = ${fileId}, due_at = NULL
    WHERE id = ${row.id} AND state = 'PROCESSING'
    RETURNING 1`.execute(trx);
  if (rows.length === 0) return false;
  const name = NOTICES[row.type][fileId === null ? "failed" : "ready"];
  await platform.events.publish(trx, "notice.wanted", {
    personId: row.person_id,
    accountId: null,
    type: NOTICE_TYPES[name].id,
    resource: { year: row.year },
    at,
  });
  await announce(trx, { to: `person:${row.person_id}`, resource: "tax-references", ids: [row.id] });
  return true;
}
