import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { TAX_REFERENCE_TRANSITIONS } from "#contract/workman-taxes/workman-tax.ts";
import { transition } from "#server/data/transition.ts";
import type { ReferenceResult } from "#server/integrations/tax-service/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { titleOf, type ReferenceRow } from "../reference-rows.ts";

const POLL_MS = 5000;
const FAILURE_PAUSE_MS = 60_000;
/** Then it counts as failed and the person is told. */
const GIVE_UP_MS = 86_400_000;

interface WaitingReference extends ReferenceRow {
  readonly inn: string;
  readonly person_id: number;
}

const NOTICES = {
  REGISTRATION: { ready: "RegistrationReferenceCompleted", failed: "RegistrationReferenceFailed" },
  INCOME: { ready: "IncomeReferenceCompleted", failed: "IncomeReferenceFailed" },
} as const;

/** With the key of the stored file. */
type Answer = ReferenceResult & { readonly key?: string };

const nameOf = ({ id }: WaitingReference) => String(id);

export function referenceTask(platform: Platform): BackgroundTask {
  return outsideTask<WaitingReference, Answer>(platform, {
    name: "workman-taxes.references",
    idleMs: 3000,
    // Small, as each has a file.
    batch: 20,
    nameOf,
    async lease({ at, until, limit, isFree }) {
      const { rows } = await sql<WaitingReference>`
        UPDATE tax_references r SET due_at = ${until} FROM workmen w
        WHERE r.id = ANY (ARRAY(SELECT id
          FROM tax_references
          WHERE state = 'PROCESSING' AND due_at <= ${at} AND ${isFree(sql`id::text`)}
          ORDER BY due_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
          AND w.id = r.workman_id
        RETURNING r.workman_id, r.id, r.type, r.year, r.state, r.created_at,
          coalesce(w.inn, '') AS inn, w.person_id`.execute(platform.db);
      return rows;
    },
    ask: (rows) => ask(platform, rows),
    settle: (trx, row, answer, at) => settle(platform, trx, row, answer, at),
    async failed(trx, row) {
      const at = platform.clock.now();
      const isOver = at.getTime() - row.created_at.getTime() >= GIVE_UP_MS;
      if (isOver) await end(platform, trx, row, null, at);
      return isOver;
    },
  });
}

async function ask(
  platform: Platform,
  rows: readonly WaitingReference[],
): Promise<ReadonlyMap<string, Answer>> {
  const answers = await platform.taxService.references(
    rows.map((row) => ({ requestId: nameOf(row), inn: row.inn, type: row.type, year: row.year })),
  );
  const kept = new Map<string, Answer>();
  for (const answer of answers)
    kept.set(
      answer.requestId,
      answer.status === "READY"
        ? { ...answer, key: await storeFile(platform, answer.requestId, answer.pdf) }
        : answer,
    );
  return kept;
}

/**
 * The file before its row: a crash leaves an unknown file, never a row without one. Stored again it
 * replaces the first.
 */
async function storeFile(platform: Platform, requestId: string, pdf: Buffer): Promise<string> {
  const key = `tax-reference-${requestId}`;
  const folder = await mkdtemp(join(tmpdir(), "tax-reference-"));
  try {
    const path = join(folder, "reference.pdf");
    await writeFile(path, pdf, { mode: 0o600 });
    await platform.files.store(key, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return key;
}

async function settle(
  platform: Platform,
  trx: Trx,
  row: WaitingReference,
  result: Answer | undefined,
  at: Date,
): Promise<void> {
  if (result?.status === "READY") return keep(platform, trx, row, result, at);
  const isFailure = result?.status === "FAILED" && result.error === "INTERNAL_ERROR";
  const mayHelpToWait = !result || result.status === "PROCESSING" || isFailure;
  if (isFailure) await platform.events.publish(trx, "tax-service.faulted", { at });
  if (mayHelpToWait && at.getTime() - row.created_at.getTime() < GIVE_UP_MS)
    await sql`
      UPDATE tax_references
      SET due_at = ${new Date(at.getTime() + (isFailure ? FAILURE_PAUSE_MS : POLL_MS))}
      WHERE id = ${row.id} AND state = 'PROCESSING'`.execute(trx);
  else await end(platform, trx, row, null, at);
}

async function keep(
  platform: Platform,
  trx: Trx,
  row: WaitingReference,
  { pdf, key }: Answer & { readonly status: "READY" },
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO files (person_id, name, content_type, size_bytes, sha256, storage_key, created_at)
    SELECT ${row.person_id}, ${`${titleOf(row)}.pdf`}, 'application/pdf', ${pdf.length},
      ${createHash("sha256").update(pdf).digest()}, ${key}, ${at}
    FROM tax_references
    WHERE id = ${row.id} AND state = 'PROCESSING'
    FOR UPDATE
    RETURNING id`.execute(trx);
  const file = rows[0];
  if (file) await end(platform, trx, row, file.id, at);
}

async function end(
  platform: Platform,
  trx: Trx,
  row: WaitingReference,
  fileId: bigint | null,
  at: Date,
): Promise<void> {
  const to = fileId === null ? "FAILED" : "READY";
  const move = transition(TAX_REFERENCE_TRANSITIONS, "end", "system", { to });
  const { rows } = await sql`
    UPDATE tax_references
    SET ${move.set}, file_id = ${fileId}, due_at = NULL
    WHERE id = ${row.id} AND ${move.from}
    RETURNING 1`.execute(trx);
  if (rows.length === 0) return;
  const name = NOTICES[row.type][fileId === null ? "failed" : "ready"];
  await platform.events.publish(trx, "notice.wanted", {
    personId: row.person_id,
    accountId: null,
    type: NOTICE_TYPES[name].id,
    resource: { year: row.year },
    at,
  });
  await announce(trx, { to: `person:${row.person_id}`, resource: "tax-references", ids: [row.id] });
}
