import { sql, type RawBuilder } from "kysely";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import {
  CAUSE_OF_SMZ_STATE,
  isSelfEmployed,
  PAY_CAUSES,
  type PayCause,
} from "#contract/workmen/payability.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";

/** SQL of the contract's `PayTerms`; an absent one forbids nothing. */
export interface PayTermsInSql {
  readonly isBlacklisted?: RawBuilder<boolean>;
  readonly allowedTaxpayerTypes?: RawBuilder<string[]>;
  /** yyyy-MM-dd as text. */
  readonly workEnd?: RawBuilder<string | null>;
  readonly payoutKind?: RawBuilder<string | null>;
  readonly sumKopecks?: RawBuilder<bigint>;
  readonly leftKopecks?: RawBuilder<bigint>;
}

const NEVER = sql<boolean>`false`;
export const SELF_EMPLOYED = TAXPAYER_TYPE.ids.filter((taxpayerType) =>
  isSelfEmployed({ taxpayerType }),
);

/**
 * The first of the contract's `payCauses` of the facts `f`, or null: for lists and registries,
 * where a round trip per row is too slow. `pay-cause.test.ts` proves it equal to the contract's
 * judge.
 */
export function payCauseOf(terms: PayTermsInSql): RawBuilder<PayCause | null> {
  const holds = conditions(terms);
  return sql`CASE ${sql.join(
    PAY_CAUSES.map((cause) => sql`WHEN ${holds[cause]} THEN ${sql.lit(cause)}`),
    sql` `,
  )} END`;
}

function conditions(terms: PayTermsInSql): Record<PayCause, RawBuilder<boolean>> {
  const selfEmployed = sql<boolean>`f."taxpayerType" = ANY (${literals(SELF_EMPLOYED)})`;
  const told = (cause: PayCause): RawBuilder<boolean> => {
    const states = SMZ_STATE.ids.filter((state) => CAUSE_OF_SMZ_STATE[state] === cause);
    return sql`(${selfEmployed} AND f."smzState" = ANY (${literals(states)}))`;
  };
  const { allowedTaxpayerTypes: allowed, workEnd, sumKopecks: sum, leftKopecks: left } = terms;
  const kind = sql`coalesce(${terms.payoutKind ?? sql`NULL`}, f."payoutKind", CASE
    WHEN f."hasCard" THEN 'CARD'
    ELSE 'PAYMENT_ACCOUNT' END)`;
  return {
    worker_blacklisted: terms.isBlacklisted ?? NEVER,
    worker_not_found: NEVER,
    worker_not_active: sql`f.state <> 'ACTIVE'`,
    worker_not_self_employed: sql`(f."taxpayerType" = 'INDIVIDUAL'
      OR ${told("worker_not_self_employed")})`,
    worker_no_tax_access: told("worker_no_tax_access"),
    worker_tax_unchecked: told("worker_tax_unchecked"),
    worker_tax_data: told("worker_tax_data"),
    worker_document_outdated: sql`cardinality(f.outdated) > 0`,
    service_not_allowed: allowed ? sql`f."taxpayerType" <> ALL (${allowed})` : NEVER,
    work_before_bind: workEnd ? sql`(${selfEmployed} AND ${workEnd} < f."boundOn")` : NEVER,
    no_payout_details: sql`((${kind} = 'CARD' AND NOT f."hasCard")
      OR (${kind} = 'PAYMENT_ACCOUNT' AND NOT f."hasPaymentAccount"))`,
    year_limit:
      sum && left
        ? sql`(${told("year_limit")} OR (${selfEmployed} AND ${sum} > ${left}))`
        : told("year_limit"),
  };
}

function literals(values: readonly string[]): RawBuilder<string[]> {
  return sql`ARRAY[${sql.join(values.map((value) => sql.lit(value)))}]::text[]`;
}
