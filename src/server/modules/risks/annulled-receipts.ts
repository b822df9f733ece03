import { sql, type Kysely, type RawBuilder } from "kysely";
import { exposureOf, type Exposure, type ExposureRates } from "#contract/risks/exposure.ts";
import type { AnnulledReceipt, RiskSummary } from "#contract/risks/risk.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { registryTitleOf } from "#server/data/registry-title.ts";
import { olderThan } from "#server/http/paging.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { NAME, ofProjects, ofWorkman, type Page, type Whose } from "./reach.ts";

interface AnnulledRow {
  readonly id: bigint;
  readonly receipt_id: string | null;
  readonly workman_id: number;
  readonly name: string;
  readonly smz_state: string | null;
  readonly amount_kopecks: bigint;
  readonly reversed_at: Date | null;
  readonly job_id: bigint;
  readonly title: string;
  readonly registry_id: number | null;
  readonly registry_title: string | null;
}

/** A cost without a document, until a new receipt. */
function annulled(
  actor: AccountActor,
  until: Whose & { readonly before?: string },
): RawBuilder<unknown> {
  return sql`
    FROM receipts c
    JOIN payouts y ON y.account_id = c.account_id AND y.id = c.payout_id
    JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
    JOIN workmen w ON w.id = c.workman_id
    LEFT JOIN registries g ON g.account_id = y.account_id AND g.id = y.registry_id
    WHERE c.account_id = ${actor.accountId}
      AND c.state = 'REVERSED_BY_WORKMAN'
      AND y.state IN ('SENT', 'BANK_HELD', 'PAID') ${ofProjects(actor)} ${ofWorkman(until)}
      ${sql.join(
        olderThan(until, sql`c.reversed_at`).map((one) => sql`AND ${one}`),
        sql` `,
      )}`;
}

export async function countAnnulled(
  db: Kysely<Schema>,
  actor: AccountActor,
  today: string,
  until: Whose & { readonly before?: string } = {},
): Promise<{ count: number; exposure: RiskSummary["exposure"] }> {
  const rates = await readRates(db, today);
  const { rows } = await sql<{
    amount_kopecks: bigint;
  }>`SELECT c.amount_kopecks ${annulled(actor, until)}`.execute(db);
  const each = rows.map((row) => exposureOf(row.amount_kopecks, rates));
  const sum = (part: keyof Exposure) => each.reduce((all, one) => all + one[part], 0n);
  return {
    count: rows.length,
    exposure: present({
      ndfl: sum("ndfl"),
      contributions: sum("contributions"),
      fine: sum("fine"),
      total: sum("total"),
    }),
  };
}

export async function listAnnulled(
  db: Kysely<Schema>,
  actor: AccountActor,
  today: string,
  { limit, offset, ...until }: Page & Whose & { readonly before?: string },
): Promise<AnnulledReceipt[]> {
  const rates = await readRates(db, today);
  const { rows } = await sql<AnnulledRow>`
    SELECT y.id, c.tax_receipt_id AS receipt_id, w.id AS workman_id, ${NAME} AS name, w.smz_state,
      c.amount_kopecks, c.reversed_at, j.id AS job_id, j.title, y.registry_id,
      ${registryTitleOf("g")} AS registry_title
    ${annulled(actor, until)}
    ORDER BY c.reversed_at DESC NULLS LAST, y.id DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map((row) => ({
    id: Number(row.id),
    receiptID: row.receipt_id,
    workman: { id: row.workman_id, name: row.name },
    amount: kopecksToRubles(row.amount_kopecks),
    reversedAt: row.reversed_at?.toISOString() ?? null,
    job: { id: Number(row.job_id), title: row.title },
    registryID: row.registry_id,
    registry:
      row.registry_id === null ? null : { id: row.registry_id, title: row.registry_title ?? "" },
    exposure: present(exposureOf(row.amount_kopecks, rates)),
    advice:
      row.smz_state === "OK"
        ? "Выпустите чек заново в списке чеков: исполнитель ещё самозанятый. Если он против, попросите вернуть деньги"
        : "Исполнитель больше не самозанятый: чек заново не выпустить. Попросите вернуть деньги или учтите выплату с НДФЛ и взносами",
  }));
}

async function readRates(db: Kysely<Schema>, today: string): Promise<ExposureRates> {
  const { rows } = await sql<{ ndfl: bigint; contributions: bigint; fine: bigint }>`
    SELECT coalesce(${rateOn("ndfl-ppm", today)}, 0) AS ndfl,
      coalesce(${rateOn("contributions-ppm", today)}, 0) AS contributions,
      coalesce(${rateOn("unpaid-tax-fine-ppm", today)}, 0) AS fine`.execute(db);
  return {
    ndflPpm: rows[0]?.ndfl ?? 0n,
    contributionsPpm: rows[0]?.contributions ?? 0n,
    finePpm: rows[0]?.fine ?? 0n,
  };
}

function present({ ndfl, contributions, fine, total }: Exposure): RiskSummary["exposure"] {
  return {
    ndfl: kopecksToRubles(ndfl),
    contributions: kopecksToRubles(contributions),
    fine: kopecksToRubles(fine),
    total: kopecksToRubles(total),
  };
}
