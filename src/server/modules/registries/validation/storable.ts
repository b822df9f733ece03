import type { TableFinding } from "#contract/registries/table-row.ts";
import { copyText } from "#server/data/copy-text.ts";

/** `copyText` for texts that rarely need escaping. */
export function copyField(text: string | null): string {
  return text === null ? "\\N" : ESCAPED.test(text) ? copyText(text) : text;
}

const ESCAPED = /[\\\t\n\r]/;

export function findingsText(findings: readonly TableFinding[]): string {
  return JSON.stringify(
    findings.map((finding) => ({ ...finding, message: storable(finding.message) })),
  );
}

export function arrayText(texts: readonly string[]): string {
  // One test for all: almost no row needs escaping.
  if (!UNUSUAL.test(texts.join(""))) return `{"${texts.join('","')}"}`;
  return `{"${texts.map((text) => storable(text).replace(/[\\"]/g, "\\$&")).join('","')}"}`;
}

const UNUSUAL = /["\\\u0000\u001d-\u001f\ud800-\udfff]/;

/**
 * PostgreSQL stores neither NUL nor lone surrogates, and exports use the record and unit
 * separators. Validation calls them «служебные символы»; U+001D keeps them so.
 */
export function storable<Text extends string | null>(text: Text): Text {
  if (text === null || !UNUSUAL.test(text)) return text;
  return text.replace(/[\u0000\u001e\u001f]/g, "\u001d").toWellFormed() as Text;
}
