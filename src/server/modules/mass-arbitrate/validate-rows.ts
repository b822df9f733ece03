import { validateMassArbitrateRow } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import { changeRefusal, changeOfHold, loadChangeable } from "#server/modules/job-offers/index.ts";
import type { Trx } from "#server/data/transaction.ts";

/** A validated row, as stored; sums are texts because of JSON. */
export interface ValidatedRow {
  readonly row_no: number;
  readonly file_line: number;
  readonly cells: readonly string[];
  readonly state: "VALIDATION_FAILED" | "READY_TO_APPLY" | "SKIPPED";
  readonly issues: readonly TableFinding[];
  readonly error_count: number;
  readonly warning_count: number;
  readonly offer_id: number | null;
  readonly amount_kopecks: string | null;
  readonly new_amount_kopecks: string | null;
  readonly change_kopecks: string | null;
  readonly reason: string | null;
  readonly comment: string | null;
  readonly seen_version: string | null;
  readonly result: string | null;
}

interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Validates rows of a file in batches: by themselves, by their offers now, and by earlier rows. */
export class RowValidator {
  readonly #reach: { readonly accountId: number; readonly projectIds: readonly number[] | null };
  readonly #lines = new Map<number, number>();
  #count = 0;

  constructor(reach: {
    readonly accountId: number;
    readonly projectIds: readonly number[] | null;
  }) {
    this.#reach = reach;
  }

  async validate(trx: Trx, rows: readonly FileRow[]): Promise<ValidatedRow[]> {
    const readRows = rows.map(({ line, cells }) => ({
      line,
      cells,
      ...validateMassArbitrateRow(cells),
    }));
    const ids = readRows.flatMap(({ values }) => (values.offerId === null ? [] : [values.offerId]));
    const offers = ids.length === 0 ? new Map() : await loadChangeable(trx, this.#reach, ids);
    const { available } = await balanceOfAccount(trx, this.#reach.accountId);
    return readRows.map(({ line, cells, values, findings }) => {
      const { offerId, newAmountKopecks, version } = values;
      const offer = offerId === null ? undefined : offers.get(offerId);
      const found: TableFinding[] = [...findings];
      let result: string | null = null;
      if (newAmountKopecks === null && found.length === 0) result = "Новая сумма не указана";
      if (offerId !== null && newAmountKopecks !== null) {
        const first = this.#lines.get(offerId);
        if (first === undefined) this.#lines.set(offerId, line);
        if (first !== undefined)
          found.push(error("offerId", "repeated", `Отклик уже указан в строке ${first}`));
        else if (version !== null) {
          const refusal = changeRefusal(offer, { version, newAmountKopecks }, available);
          if (refusal !== null)
            found.push(error(offer ? "newAmount" : "offerId", codeOf(refusal), refusal));
          else if (offer?.amount_kopecks === newAmountKopecks) {
            found.push({
              column: "newAmount",
              code: "same_amount",
              severity: "warning",
              message: "Сумма не меняется",
            });
            result = "Сумма не меняется";
          }
        }
      }
      const errors = found.filter(({ severity }) => severity === "error").length;
      const isReady = errors === 0 && result === null;
      return {
        row_no: (this.#count += 1),
        file_line: line,
        // PostgreSQL stores no NUL in a text.
        cells: cells.map((cell) => cell.replaceAll("\0", " ")),
        state: errors > 0 ? "VALIDATION_FAILED" : isReady ? "READY_TO_APPLY" : "SKIPPED",
        issues: found,
        error_count: errors,
        warning_count: found.length - errors,
        offer_id: offer ? offerId : null,
        amount_kopecks: offer ? String(offer.amount_kopecks) : null,
        new_amount_kopecks: newAmountKopecks === null ? null : String(newAmountKopecks),
        change_kopecks:
          offer && isReady && newAmountKopecks !== null
            ? String(changeOfHold(offer, newAmountKopecks))
            : null,
        reason: values.reason,
        comment: values.comment,
        seen_version: version,
        result,
      };
    });
  }
}

function error(column: string, code: string, message: string): TableFinding {
  return { column, code, severity: "error", message };
}

/** Sums and states differ per row, so the cause follows from the beginning of the message. */
function codeOf(refusal: string): string {
  if (refusal.startsWith("Отклик не найден")) return "offer_not_found";
  if (refusal.startsWith("Отклик в состоянии")) return "offer_state";
  if (refusal.startsWith("Данные изменились")) return "version_changed";
  return refusal.startsWith("Недостаточно средств") ? "insufficient_funds" : "all_declined";
}
