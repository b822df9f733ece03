import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Nouns whose statements still set a literal state, and how many do. It may only shrink: a state moves
 * by the contract's table (`data/transition.ts`).
 */
const KNOWN: Readonly<Record<string, number>> = {
  "money/receipts": 3,
};

const STATE = String.raw`\b(?:state|status|registration_status|smz_state|return_state|reply_state)`;
/** An assignment follows SET, a comma, or begins a piece of a SET list. */
const ASSIGNED = String.raw`(?:\bSET\s+|,\s*|\x60\s*)${STATE}\s*=\s*`;
const CASE = String.raw`CASE\b(?:(?!\bEND\b)[^\x60])*?\b(?:THEN|ELSE)\s+'\w`;
const SETS = [
  String.raw`(?:\bSET\s+|,\s*)${STATE}\s*=\s*'\w+'\s*(?:,|\x60|WHERE|FROM|RETURNING)`,
  String.raw`\x60\s*${STATE}\s*=\s*'\w+'\s*,`,
  ASSIGNED + CASE,
  // The state first of a row of columns, or a column of what is joined.
  String.raw`\(\s*${STATE}\s*,[^)\x60]*\)\s*=\s*\(\s*SELECT\s+${CASE}`,
  String.raw`\bUPDATE\b[^\x60]*\bFROM\s+\([^\x60]*${CASE}[^\x60]*?\bEND\s+AS\s+${STATE}\b`,
].map((pattern) => new RegExp(pattern, "g"));

test("no statement of the server sets a literal state outside the contract's tables", () => {
  const found: Record<string, number> = {};
  // Seed and simulation may set any state.
  for (const name of readdirSync("src/server", { recursive: true, encoding: "utf8" })) {
    const file = name.replaceAll("\\", "/");
    if (!file.endsWith(".ts") || /^(?:integrations|seed|sandbox|data\/generated)\//.test(file))
      continue;
    const text = readFileSync(`src/server/${file}`, "utf8");
    const count = SETS.reduce((sum, set) => sum + (text.match(set)?.length ?? 0), 0);
    const noun = file.split("/").slice(0, 2).join("/");
    if (count > 0) found[noun] = (found[noun] ?? 0) + count;
  }
  const more = Object.entries(found).filter(([noun, count]) => count > (KNOWN[noun] ?? 0));
  expect(more).toEqual([]);
});

test("the list names no more than there is", () => {
  expect(Object.keys(KNOWN).filter((noun) => !existsSync(`src/server/${noun}`))).toEqual([]);
});
