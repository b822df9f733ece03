import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Statements that set a literal state, by noun. It only shrinks: states change by the contract's
 * tables (`data/transition.ts`).
 */
const KNOWN: Readonly<Record<string, number>> = {
  "modules/account-users": 2,
  "modules/accounts": 1,
  "modules/invoices": 3,
  "modules/mass-arbitrate": 12,
  "modules/notices": 1,
  "modules/registries": 16,
  "modules/workman-documents": 1,
  "modules/workman-registration": 2,
  "modules/workmen": 2,
  "money/payouts": 6,
  "money/receipts": 12,
  "money/workman-taxes": 14,
  "money/workman-wallet": 4,
};

const STATE = String.raw`\b(?:state|status|registration_status|smz_state|return_state)`;
/** SET list of a statement, or its beginning. */
const SETS = [
  String.raw`\bSET\b(?:(?!\b(?:WHERE|FROM|RETURNING)\b)[^\x60])*?(?<![.\w])${STATE}\s*=\s*(?:'|CASE\b)`,
  String.raw`\x60\s*${STATE}\s*=\s*'[A-Z_]+'\s*,`,
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
