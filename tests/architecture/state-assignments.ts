const STATE = String.raw`\b(?:state|status|registration_status|smz_state|return_state|reply_state)`;
/** An assignment follows SET, a comma, or begins a piece of a SET list, which goes on with a comma. */
const IN_LIST = String.raw`(?:\bSET\s+|,\s*)${STATE}\s*=\s*`;
const OPENS_LIST = String.raw`\x60\s*${STATE}\s*=\s*`;
const ENDS = String.raw`\s*(?:,|\x60|\bWHERE\b|\bFROM\b|\bRETURNING\b)`;
const CASE = String.raw`CASE\b(?:(?!\bEND\b)[^\x60])*?\b(?:THEN|ELSE)\s+'\w`;
/** A literal, a column of what is joined, a value that is not a move's. */
const LITERAL = String.raw`(?:'\w+'|NULL\b)`;
const COLUMN = String.raw`\w+\.\w+\b`;
const VALUE = String.raw`\$\{(?![\w.]*\.value\})[^{}]*\}(?:::\w+)?`;
const ANY = `(?:${LITERAL}|${COLUMN}|${VALUE})`;
const SETS = [
  IN_LIST + ANY + ENDS,
  `${OPENS_LIST}${ANY}\\s*,`,
  `(?:${IN_LIST}|${OPENS_LIST})${CASE}`,
  // The state first of a row of columns, or a column of what is joined.
  String.raw`\(\s*${STATE}\s*,[^)\x60]*\)\s*=\s*\(\s*SELECT\s+${CASE}`,
  String.raw`\bUPDATE\b[^\x60]*\bFROM\s+\([^\x60]*${CASE}[^\x60]*?\bEND\s+AS\s+${STATE}\b`,
].map((pattern) => new RegExp(pattern, "g"));

/** A move's SET without its WHERE: it would move a row from any state. */
function movesFromAnywhere(text: string): string[] {
  const inline = [...text.matchAll(/\btransition\([^;]*?\)\.(?:set|value)\b/g)].map(([all]) => all);
  const named = [...text.matchAll(/\b(\w+)\.(?:set|value)\b(?=\})/g)].filter(
    ([, name]) => !new RegExp(`\\b${name}\\??\\.from\\b`).test(text),
  );
  return [...inline, ...named.map(([all]) => all)];
}

/** What sets a state past the contract's tables (`data/transition.ts`). */
export function stateAssignments(text: string): string[] {
  return [...SETS.flatMap((set) => text.match(set) ?? []), ...movesFromAnywhere(text)];
}
