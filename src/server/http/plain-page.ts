import { escapeMarkup } from "#contract/values/markup.ts";

interface PlainPage {
  readonly title: string;
  readonly heading?: string;
  /** Escaped HTML. */
  readonly content: string;
  readonly style?: string;
}

/** Without scripts: printed, scanned, or sent by a bank. */
export function plainPage({ title, heading = title, content, style = "" }: PlainPage): string {
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1f1f1f;background:#fff}${style}</style>
</head><body><main><h1>${escapeMarkup(heading)}</h1>${content}</main></body></html>`;
}

export function factList(facts: readonly (readonly [name: string, value: string])[]): string {
  return `<dl>${facts.map(([name, value]) => `<dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd>`).join("")}</dl>`;
}

export const FACT_LIST_STYLE =
  "dl{margin:0}dt{color:#595959;font-size:.875rem}dd{margin:0 0 .75rem;overflow-wrap:anywhere}";
