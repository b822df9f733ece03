/** Twice the longest cell of a spreadsheet: each of its letters may be a doubled quote. */
export const QUOTED_CHARACTERS = 65_536;

export interface QuotedCell {
  /** Without the quotes around it. */
  readonly text: string;
  /** Place after the closing quote. */
  readonly end: number;
}

/**
 * The one rule for files, pasted text and the table. A quote opens a cell only where another closes
 * it: before a delimiter, a line end or the end of the text. Spreadsheets copy «"Чистота" офиса»
 * without doubling its quotes, and a quote taken for an opening one swallows the rows below it.
 *
 * @param at - the quote, which begins its cell.
 * @returns `null` when the quote is a letter.
 */
export function readQuotedCell(text: string, at: number, delimiter: string): QuotedCell | null {
  const isOutside = (place: number) => {
    const character = text.charAt(place);
    return character === delimiter || character === "\n" || character === "\r" || character === "";
  };
  let hasLineBreak = false;
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1 || quote - at > QUOTED_CHARACTERS) return null;
    let end = quote + 1;
    while (text.charAt(end) === '"') end += 1;
    hasLineBreak ||= /[\r\n]/.test(text.slice(from, quote));
    // Doubled quotes are letters of the cell, wherever they stand.
    if ((end - quote) % 2 === 1) {
      if (isOutside(end)) return { text: text.slice(at + 1, end - 1).replaceAll('""', '"'), end };
      if (!hasLineBreak || isOutside(quote - 1)) return null;
    }
    from = end;
  }
}

/** Rows of a short text; a long one is streamed. */
export function splitRows(text: string, delimiter: string): string[][] {
  const source = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  const rows: string[][] = source === "" ? [] : [[]];
  for (let at = 0; at <= source.length && source !== ""; at += 1) {
    const quoted = source.charAt(at) === '"' ? readQuotedCell(source, at, delimiter) : null;
    const start = at;
    at = quoted?.end ?? at;
    while (at < source.length && source.charAt(at) !== delimiter && source.charAt(at) !== "\n")
      at += 1;
    rows.at(-1)?.push(quoted?.text ?? source.slice(start, at));
    if (source.charAt(at) === "\n") rows.push([]);
  }
  return rows;
}
