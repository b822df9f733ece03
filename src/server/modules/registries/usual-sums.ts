import { sql } from "kysely";
import { registryFinding, type RegistryFinding } from "#contract/registries/registry-findings.ts";
import { countOf } from "#contract/values/plural.ts";
import type { Db, ScopeOf } from "./registry-kind.ts";

/** Times the usual of the worker: more likely a slip than a payment. */
const UNUSUAL = 5n;
/** Of the registry, whose workers do different work. */
const UNUSUAL_OF_REGISTRY = 20n;
/** Kopecks: smaller slips cost little. */
const LEAST = 1_000_00n;
/** Fewer have no usual sum. */
const LEAST_ROWS = 5;
const SAMPLE = 1_000;
const LAST_PAYMENTS = 10;

/** Median per person, kopecks. */
export type PaidLately = readonly (readonly [inn: string, kopecks: bigint])[];

/**
 * Warns of a sum far above what its worker, or else its registry, usually gets: the median of the
 * first thousand rows, seen or stored.
 */
export class UsualSums {
  readonly #ofPeople = new Map<string, bigint>();
  readonly #seen: bigint[] = [];
  #ofRegistry: bigint | null;

  /** @param stored - median of the stored rows; `null` without any. */
  constructor(stored: bigint | null) {
    this.#ofRegistry = stored;
  }

  learn(paid: PaidLately): void {
    for (const [inn, kopecks] of paid) this.#ofPeople.set(inn, kopecks);
  }

  see(rows: readonly { readonly values: { readonly amountKopecks: bigint | null } }[]): void {
    if (this.#seen.length >= SAMPLE) return;
    for (const { values } of rows)
      if (values.amountKopecks !== null) this.#seen.push(values.amountKopecks);
    if (this.#seen.length < LEAST_ROWS) return;
    const sorted = this.#seen.slice(0, SAMPLE).sort((one, other) => (one < other ? -1 : 1));
    this.#ofRegistry = sorted[sorted.length >> 1] ?? null;
  }

  finding(inn: string | null, sum: bigint | null): RegistryFinding | null {
    if (sum === null || sum < LEAST) return null;
    const own = inn === null ? undefined : this.#ofPeople.get(inn);
    const usual = own ?? this.#ofRegistry;
    const times = own === undefined ? UNUSUAL_OF_REGISTRY : UNUSUAL;
    if (usual === null || usual <= 0n || sum < usual * times) return null;
    return registryFinding("amount", "amount_unusual", {
      раз: countOf(Number(sum / usual), ["раз", "раза", "раз"]),
      кого: own === undefined ? "этого реестра" : "этого исполнителя",
    });
  }
}

/** A median of more than a thousand says the same. */
export async function usualOfStored(db: Db, registry: ScopeOf): Promise<bigint | null> {
  const { rows } = await sql<{ kopecks: bigint | null }>`
    SELECT CASE WHEN count(*) >= ${LEAST_ROWS}
      THEN round(percentile_cont(0.5) WITHIN GROUP (ORDER BY amount_kopecks))::bigint END AS kopecks
    FROM (
      SELECT amount_kopecks
      FROM registry_items
      WHERE account_id = ${registry.account_id}
        AND registry_id = ${registry.id}
        AND created_on = ${registry.created_on}::date
        AND amount_kopecks IS NOT NULL
      LIMIT ${SAMPLE}
    ) sample`.execute(db);
  return rows[0]?.kopecks ?? null;
}

export async function loadPaidLately(
  db: Db,
  accountId: number,
  inns: readonly string[],
): Promise<PaidLately> {
  const { rows } = await sql<{ inn: string; kopecks: bigint }>`
    SELECT w.inn, paid.kopecks
    FROM workmen w
    CROSS JOIN LATERAL (
      SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY amount_kopecks))::bigint AS kopecks
      FROM (
        SELECT r.amount_kopecks
        FROM receipts r
        WHERE r.workman_id = w.id
          AND r.account_id = ${accountId}
          AND r.state IN ('SENT', 'REGISTERED')
        ORDER BY r.operation_at DESC
        LIMIT ${LAST_PAYMENTS}
      ) last
    ) paid
    WHERE w.inn = ANY (${inns}::text[]) AND paid.kopecks IS NOT NULL`.execute(db);
  return rows.map(({ inn, kopecks }) => [inn, kopecks]);
}
