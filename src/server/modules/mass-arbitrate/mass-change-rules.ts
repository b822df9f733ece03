import { overLimit } from "#contract/approvals/accept-limit.ts";
import {
  MASS_ARBITRATE_COLUMNS,
  validateMassArbitrateRow,
  type ValidatedMassArbitrateRow,
} from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import type { Trx } from "#server/data/transaction.ts";
import { acceptLimit, presentRights } from "#server/modules/accounts/index.ts";
import { changeOfHold, changeRefusal, loadChangeable } from "#server/modules/job-offers/index.ts";
import {
  validatedRow,
  type FileScope,
  type ReadRow,
  type RowRules,
  type RowValidator,
  type ValidatedRow,
} from "#server/modules/registries/index.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";

type Offers = Awaited<ReturnType<typeof loadChangeable>>;
type Offer = Offers extends ReadonlyMap<number, infer One> ? One : never;

export interface MassChangeValues extends Readonly<ValidatedMassArbitrateRow["values"]> {
  offer: Offer | null;
  /** Kopecks taken from the free balance. */
  changeKopecks: bigint | null;
  skipped: string | null;
}

export interface MassChangeScope extends FileScope {
  readonly importId: number;
  readonly authorId: number;
  /** `null`: all. */
  readonly projectIds: readonly number[] | null;
}

interface OfferFacts {
  readonly offers: Offers;
  /** Free, kopecks. */
  readonly available: bigint;
  /** Of the author, kopecks; `null`: any sum. Whoever applies the file is asked again. */
  readonly acceptLimit: bigint | null;
}

const REPEATED = "repeated";

/** Source: `domain.md` §4.7. */
export const MASS_CHANGE_RULES: RowRules<
  MassChangeValues,
  MassChangeScope,
  readonly number[],
  OfferFacts
> = {
  columns: MASS_ARBITRATE_COLUMNS,
  dateColumns: [],
  repeats: [
    {
      column: "offerId",
      keysOf: ({ offerId, newAmountKopecks }) =>
        offerId === null || newAmountKopecks === null ? [] : [{ texts: [], number: offerId }],
      finding: (line) => error("offerId", REPEATED, `Отклик уже указан в строке ${line}`),
    },
  ],
  reader: () => (cells) => {
    const { values, findings } = validateMassArbitrateRow(cells);
    const isEmpty = values.newAmountKopecks === null && findings.length === 0;
    return {
      values: {
        ...values,
        offer: null,
        changeKopecks: null,
        skipped: isEmpty ? "Новая сумма не указана" : null,
      },
      findings: [...findings],
      healed: [],
    };
  },
  validate: () => new MassChangeValidator(),
};

export async function loadOfferFacts(
  trx: Trx,
  scope: MassChangeScope,
  ids: readonly number[],
): Promise<OfferFacts> {
  return {
    offers: ids.length === 0 ? new Map() : await loadChangeable(trx, scope, ids),
    available: (await balanceOfAccount(trx, scope.accountId)).available,
    acceptLimit: await acceptLimit(trx, await presentRights(trx, scope.accountId, scope.authorId)),
  };
}

class MassChangeValidator implements RowValidator<MassChangeValues, readonly number[], OfferFacts> {
  #facts: OfferFacts = { offers: new Map(), available: 0n, acceptLimit: null };

  question(rows: readonly ReadRow<MassChangeValues>[]): readonly number[] {
    return rows.flatMap(({ values }) => values.offerId ?? []);
  }

  learn(facts: OfferFacts): void {
    this.#facts = facts;
  }

  validate(row: ReadRow<MassChangeValues>): ValidatedRow<MassChangeValues> {
    const { values, findings } = row;
    const { offerId, newAmountKopecks, version } = values;
    values.offer = offerId === null ? null : (this.#facts.offers.get(offerId) ?? null);
    const isFirst = findings.every(({ code }) => code !== REPEATED);
    if (offerId !== null && newAmountKopecks !== null && version !== null && isFirst) {
      const change = { version, newAmountKopecks };
      const refusal = changeRefusal(values.offer ?? undefined, change, this.#facts.available);
      if (refusal !== null)
        findings.push(error(values.offer ? "newAmount" : "offerId", codeOf(refusal), refusal));
      else if (values.offer?.amount_kopecks === newAmountKopecks) {
        values.skipped = "Сумма не меняется";
        findings.push(warning("same_amount", values.skipped));
      } else {
        const beyond = overLimit(this.#facts.acceptLimit, newAmountKopecks);
        if (beyond !== undefined) findings.push(warning("over_accept_limit", beyond));
      }
    }
    const validated = validatedRow(row, { workmanId: null, projectId: null });
    if (values.offer && newAmountKopecks !== null && isReady(validated))
      values.changeKopecks = changeOfHold(values.offer, newAmountKopecks);
    return validated;
  }
}

export function isReady({ errorCount, row }: ValidatedRow<MassChangeValues>): boolean {
  return errorCount === 0 && row.values.skipped === null;
}

function warning(code: string, message: string): TableFinding {
  return { column: "newAmount", code, severity: "warning", message };
}

function error(column: string, code: string, message: string): TableFinding {
  return { column, code, severity: "error", message };
}

/** The message's beginning: sums and states differ. */
function codeOf(refusal: string): string {
  if (refusal.startsWith("Отклик не найден")) return "offer_not_found";
  if (refusal.startsWith("Отклик в состоянии")) return "offer_state";
  if (refusal.startsWith("Данные изменились")) return "version_changed";
  return refusal.startsWith("Недостаточно средств") ? "insufficient_funds" : "all_declined";
}
