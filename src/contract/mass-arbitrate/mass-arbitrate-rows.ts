import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { type TableFinding, TableRow } from "#contract/registries/table-row.ts";
import { formatMoney, parseAmount, rublesToKopecks, SUM_MAX } from "#contract/values/money.ts";

type ColumnKey =
  | "offerId"
  | "jobId"
  | "jobTitle"
  | "workman"
  | "inn"
  | "state"
  | "amount"
  | "newAmount"
  | "reason"
  | "comment"
  | "version";
export type ArbitrationReason = IdOf<typeof REASONS.arbitration>;

/** Three edited columns are read back. Source: `domain.md` §4.7. */
export const MASS_ARBITRATE_COLUMNS: readonly RegistryColumn<ColumnKey>[] = [
  column("offerId", "ID отклика", 14, { required: true, isText: true }),
  column("jobId", "ID задания", 12, { isText: true }),
  column("jobTitle", "Задание", 40),
  column("workman", "Исполнитель", 34),
  column("inn", "ИНН", 16, { isText: true }),
  column("state", "Состояние", 18),
  // Windows-1251 has no ruble sign: our CSV says «руб.».
  column("amount", "Текущая сумма, ₽", 18, { aliases: ["Текущая сумма, руб.", "Текущая сумма"] }),
  column("newAmount", "Новая сумма, ₽", 18, {
    required: true,
    aliases: ["Новая сумма, руб.", "Новая сумма"],
  }),
  column("reason", "Причина", 34, { required: true }),
  column("comment", "Комментарий", 40),
  column("version", "Версия", 16, { required: true, isText: true }),
];

function column(
  key: ColumnKey,
  title: string,
  width: number,
  { required = false, isText = false, aliases = [] as readonly string[] } = {},
): RegistryColumn<ColumnKey> {
  return { key, title, width, required, isText, aliases };
}

const MIN_KOPECKS = 100n;
const MAX_KOPECKS = rublesToKopecks(SUM_MAX);

interface MassArbitrateRow {
  readonly offerId: number | null;
  /** `null`: the row is skipped. */
  readonly newAmountKopecks: bigint | null;
  readonly reason: ArbitrationReason | null;
  readonly comment: string | null;
  readonly version: string | null;
}

export interface ValidatedMassArbitrateRow {
  readonly values: MassArbitrateRow;
  readonly findings: readonly TableFinding[];
}

/** Needs no database; without a new sum nothing more is validated. Source: `domain.md` §4.7. */
export function validateMassArbitrateRow(cells: readonly string[]): ValidatedMassArbitrateRow {
  const row = new TableRow(MASS_ARBITRATE_COLUMNS, cells);
  const newAmountKopecks = readAmount(row);
  const offerId = newAmountKopecks === null && !row.hasErrors ? null : readId(row);
  if (newAmountKopecks === null)
    return {
      values: { offerId, newAmountKopecks, reason: null, comment: null, version: null },
      findings: row.findings,
    };
  return {
    values: {
      offerId,
      newAmountKopecks,
      reason: readReason(row),
      comment: row.text("comment", 500),
      version: required(row, "version", 64),
    },
    findings: row.findings,
  };
}

type Row = TableRow<ColumnKey>;

function required(row: Row, key: ColumnKey, maxLength: number): string | null {
  const text = row.text(key, maxLength);
  if (text !== null || row.findings.some((finding) => finding.column === key)) return text;
  return row.refuse(key, "required", "Обязательное поле");
}

function readId(row: Row): number | null {
  const text = required(row, "offerId", 20);
  if (text === null) return null;
  return /^\d{1,15}$/.test(text)
    ? Number(text)
    : row.refuse("offerId", "offer_not_found", "Отклик не найден");
}

function readAmount(row: Row): bigint | null {
  const text = row.text("newAmount", 40);
  if (text === null) return null;
  const parsed = parseAmount(text);
  if (!parsed.ok)
    return row.refuse("newAmount", `amount_${parsed.reason}`, AMOUNT_MESSAGES[parsed.reason]);
  const { kopecks } = parsed;
  if (kopecks !== 0n && kopecks < MIN_KOPECKS)
    return row.refuse(
      "newAmount",
      "amount_too_small",
      `Сумма должна быть не меньше ${formatMoney(MIN_KOPECKS)} или 0`,
    );
  return kopecks > MAX_KOPECKS
    ? row.refuse("newAmount", "amount_too_large", AMOUNT_MESSAGES.too_large)
    : kopecks;
}

const AMOUNT_MESSAGES = {
  empty: "Обязательное поле",
  negative: "Сумма не может быть отрицательной",
  parentheses: "Сумма не может быть отрицательной",
  decimals: "Сумма должна содержать не более двух знаков после запятой",
  not_a_number: "Неверная сумма. Пример: 1234,56",
  scientific: "Число повреждено Excel. Вставьте значение как текст",
  too_large: `Сумма должна быть не больше ${formatMoney(MAX_KOPECKS)}`,
} as const;

const REASON_BY_TITLE = new Map(
  Object.entries(REASONS.arbitration.titles).map(([id, title]) => [
    fold(title),
    id as ArbitrationReason,
  ]),
);

function readReason(row: Row): ArbitrationReason | null {
  const text = required(row, "reason", 100);
  return text === null
    ? null
    : (REASON_BY_TITLE.get(fold(text)) ??
        row.refuse(
          "reason",
          "unknown_reason",
          "Неизвестная причина. Возьмите её со второго листа выгрузки",
        ));
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase().replace(/ё/g, "е");
}
