import type { RegistryFinding } from "#contract/registries/registry-findings.ts";
import { copyText } from "#server/data/copy-text.ts";

/** `copyText` for texts that hardly ever hold what it escapes. */
export function copyField(text: string | null): string {
  return text === null ? "\\N" : ESCAPED.test(text) ? copyText(text) : text;
}

const ESCAPED = /[\\\t\n\r]/;

/** Findings as jsonb takes them. */
export function findingsText(findings: readonly RegistryFinding[]): string {
  return JSON.stringify(
    findings.map((finding) => ({ ...finding, message: storable(finding.message) })),
  );
}

/** A text array as PostgreSQL writes it. */
export function arrayText(texts: readonly string[]): string {
  // One look at all of them: almost every row needs nothing escaped.
  if (!UNUSUAL.test(texts.join(""))) return `{"${texts.join('","')}"}`;
  return `{"${texts.map((text) => storable(text).replace(/[\\"]/g, "\\$&")).join('","')}"}`;
}

const UNUSUAL = /["\\\u0000\u001d-\u001f\ud800-\udfff]/;

/**
 * PostgreSQL has no NUL and no halves of characters; exports use the record and unit separators for
 * themselves. All of them are «служебные символы» to the check, and stay so as U+001D.
 */
export function storable<Text extends string | null>(text: Text): Text {
  if (text === null || !UNUSUAL.test(text)) return text;
  return text.replace(/[\u0000\u001e\u001f]/g, "\u001d").toWellFormed() as Text;
}
