import { sql, type Kysely } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { workmanTaxEndpoints as endpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import {
  TAX_REFERENCE_STATE,
  TAX_REFERENCE_TYPE,
  type TaxReference,
} from "#contract/workman-taxes/workman-tax.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import { expectBound, loadBinding } from "../binding-rows.ts";
import type { Platform } from "#server/platform.ts";
import { titleOf, type ReferenceRow } from "../reference-rows.ts";

export function serveReferences(serve: Serve, { clock, files }: Platform): void {
  serve(endpoints.references, async ({ actor, trx }) => {
    const { rows } = await sql<ReferenceRow>`
        SELECT workman_id, id, type, year, state, created_at
        FROM tax_references
        WHERE workman_id = ${actor.workmanId}
        ORDER BY id DESC`.execute(trx);
    return { items: rows.map(present) };
  });

  serve(endpoints.orderReference, async ({ actor, body, trx, audit }) => {
    expectBound(await loadBinding(trx, actor.workmanId));
    const now = clock.now();
    if (body.year > Number(moscowDate(now).slice(0, 4)))
      throw invalid({ year: ["Этот год ещё не наступил"] });
    const { rows } = await sql<ReferenceRow>`
      INSERT INTO tax_references (workman_id, type, year, state, due_at, created_at)
      VALUES (${actor.workmanId}, ${body.type}, ${body.year}, 'PROCESSING', ${now}, ${now})
      ON CONFLICT (workman_id, type, year)
      WHERE state = 'PROCESSING' DO NOTHING
      RETURNING workman_id, id, type, year, state, created_at`.execute(trx);
    const row = rows[0];
    if (!row) throw conflict("Эта справка уже готовится. Дождитесь её");
    await announce(trx, {
      to: `person:${actor.personId}`,
      resource: "tax-references",
      ids: [row.id],
    });
    audit({
      event: "tax.reference_ordered",
      object: { type: "tax-reference", id: row.id, title: titleOf(row) },
    });
    return present(row);
  });

  serve(endpoints.referenceFile, async ({ actor, params, trx }) => {
    const { key, ...row } = await loadReference(trx, actor.workmanId, params.id);
    if (key === null)
      throw conflict(
        row.state === "PROCESSING"
          ? "Справка ещё готовится"
          : "Справку не удалось получить. Закажите её ещё раз",
      );
    return new FileReply(`${titleOf(row)}.pdf`, "application/pdf", await files.open(key));
  });
}

async function loadReference(
  db: Kysely<Schema>,
  workmanId: number,
  id: number,
): Promise<ReferenceRow & { key: string | null }> {
  const { rows } = await sql<ReferenceRow & { key: string | null }>`
    SELECT r.workman_id, r.id, r.type, r.year, r.state, r.created_at, f.storage_key AS key
    FROM tax_references r
    LEFT JOIN files f ON f.id = r.file_id
    WHERE r.workman_id = ${workmanId} AND r.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("Справка не найдена");
  return rows[0];
}

function present(row: ReferenceRow): TaxReference {
  return {
    id: row.id,
    type: definitionFor(TAX_REFERENCE_TYPE, row.type),
    year: row.year,
    state: definitionFor(TAX_REFERENCE_STATE, row.state),
    createdAt: row.created_at.toISOString(),
  };
}
