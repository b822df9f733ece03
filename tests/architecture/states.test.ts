import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stateAssignments } from "./state-assignments.ts";

test("no statement of the server sets a state outside the contract's tables", () => {
  const found: string[] = [];
  // Seed and simulation may set any state.
  for (const name of readdirSync("src/server", { recursive: true, encoding: "utf8" })) {
    const file = name.replaceAll("\\", "/");
    if (!file.endsWith(".ts") || /^(?:integrations|seed|sandbox|data\/generated)\//.test(file))
      continue;
    const text = readFileSync(`src/server/${file}`, "utf8");
    // The status of a webhook's delivery is HTTP's.
    const told = file.startsWith("modules/webhooks/")
      ? text.replaceAll(/\bstatus\b/g, "http_status")
      : text;
    found.push(...stateAssignments(told).map((assignment) => `${file}: ${assignment}`));
  }
  expect(found).toEqual([]);
});

test.each([
  ["a literal", "sql`UPDATE payouts SET state = 'PAID' WHERE id = 1`"],
  ["a literal of several columns", "sql`UPDATE payouts SET paid_at = now(), state = 'PAID'`"],
  ["no state", "sql`UPDATE incoming_payments SET return_state = NULL, returned_at = NULL`"],
  ["a piece of a list", "updatePayouts(trx, rows, sql`state = 'READY', due_at = ${at}`)"],
  ["what is joined", "sql`UPDATE receipts r SET state = k.state, attempts = 0 FROM k`"],
  ["what is proposed", "sql`ON CONFLICT (id) DO UPDATE SET a = 1, status = excluded.status`"],
  ["a value", "sql`UPDATE card_bindings SET state = ${state} WHERE id = 1`"],
  ["a target of the table without its start", "sql`state = ${to[0]}, reversed_at = ${at}`"],
  ["a case", "sql`UPDATE x SET state = CASE WHEN a THEN 'PAID' ELSE state END WHERE id = 1`"],
  [
    "a row of columns",
    "sql`UPDATE x SET (state, a) = (SELECT CASE WHEN b THEN 'PAID' END, 1 FROM y)`",
  ],
  ["a move's SET without its FROM", "sql`UPDATE x SET ${PAY.set}, paid_at = 1 WHERE id = 1`"],
  ["a move's value without its FROM", "sql`UPDATE x SET (state, a) = (SELECT ${PAY.value}, 1)`"],
  ["a move made on the spot", 'sql`UPDATE x SET ${transition(T, "pay", "system").set} WHERE a`'],
])("%s is seen", (_, text) => {
  expect(stateAssignments(text)).not.toEqual([]);
});

test.each([
  ["a move", "sql`UPDATE x SET ${PAY.set}, paid_at = 1 WHERE id = 1 AND ${PAY.from}`"],
  ["a question", "sql`SELECT 1 FROM x WHERE a = 1 AND state = 'PAID'`"],
  ["a queue", "sql`state = ${stage}`"],
  ["a change beside a state", "sql`UPDATE x SET due_at = 1 WHERE state = 'PAID' RETURNING 1`"],
])("%s is none", (_, text) => {
  expect(stateAssignments(text)).toEqual([]);
});
