import { personInnFinding } from "#contract/values/inn.ts";
import { isSameName, normalizeName } from "#contract/values/person-name.ts";
import type { FindingCode } from "../registry-findings.ts";
import { findLabourWord } from "./labour-words.ts";

/** Characters. */
const LENGTH = { min: 5, max: 256 } as const;

interface ReceiptTextFinding {
  readonly code: FindingCode;
  readonly filling?: Record<string, string>;
}

/**
 * The line of a receipt. Columns or lines inside it are a paste gone wrong: no service is described
 * so. Source: `domain.md` §1.3.
 */
export function readReceiptText(text: string): { readonly line: string } | ReceiptTextFinding {
  if (/[\t\r\n]/.test(text)) return { code: "receipt_text_lines" };
  const line = normalizeName(text);
  if (line.length < LENGTH.min || line.length > LENGTH.max) return { code: "receipt_text_length" };
  const word = findLabourWord(line);
  return word === null ? { line } : { code: "receipt_text_labour", filling: { слово: word } };
}

/**
 * Another person in a receipt that anybody may be shown: his ИНН, or his name with a patronymic.
 *
 * @param own - of the receipt's worker, where he is known.
 */
export function strangerIn(
  line: string,
  own: { readonly inn?: string | null; readonly fullName?: string | null } = {},
): ReceiptTextFinding | null {
  const inn = line
    .match(TWELVE_DIGITS)
    ?.find((digits) => digits !== own.inn && personInnFinding(digits) === null);
  if (inn !== undefined) return { code: "receipt_text_inn", filling: { инн: inn } };
  const name = line
    .match(FULL_NAME)
    ?.find((found) => !own.fullName || !isSameName(found, own.fullName));
  return name === undefined ? null : { code: "receipt_text_name", filling: { ФИО: name } };
}

const TWELVE_DIGITS = /(?<!\d)\d{12}(?!\d)/g;
const NAME = "[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)?";
const FULL_NAME = new RegExp(
  `(?<![А-Яа-яЁё-])${NAME} ${NAME} [А-ЯЁ][а-яё]+(?:вич|вна|[ьмк]ич|ична| оглы| кызы)(?![А-Яа-яЁё-])`,
  "g",
);
