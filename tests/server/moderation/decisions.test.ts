import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { describeWaiting, takeDecision, type Desk } from "#server/decision-commands.ts";
import { decisionsOf } from "#server/modules.ts";
import { anAccount } from "#tests/support/factories/an-account.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
let desk: Desk;
beforeAll(async () => {
  demo = await buildDemoApp();
  const { app, clock, database } = demo;
  const platform = aPlatform({ db: database.kysely, clock, events: app.events });
  desk = { platform, decisions: decisionsOf(platform) };
});
afterAll(() => demo.close());

const BY = { by: "Иванова Анна" };

/** All decisions, so a new one is tested too. */
const EVERY = decisionsOf(aPlatform({})).flatMap(({ kind, verdicts }) =>
  Object.entries(verdicts).map(([verdict, { needsReason }]) => ({ kind, verdict, needsReason })),
);

describe("each decision", () => {
  test("is named once, and one that refuses needs a reason", () => {
    const kinds = desk.decisions.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(EVERY.filter(({ verdict }) => /^(reject|disable)$/.test(verdict))).toEqual(
      EVERY.filter(({ needsReason }) => needsReason),
    );
  });

  test.each(EVERY)("$kind $verdict knows no record that is not there", async (one) => {
    const given = { reason: "Так решили", invoice: "100001", ...BY };
    await expect(takeDecision(desk, { ...one, id: "2000000000", ...given })).rejects.toThrow(
      /^(Записи № 2000000000 нет|Счёта № 100001 нет)/,
    );
    expect(await describeWaiting(desk, one.kind, false)).toMatch(/^(Вид |Решать нечего)/);
  });

  test.each([
    [{ kind: "account", id: "1" }, /^Укажите вид, номер и решение/],
    [{ kind: "company", id: "1", verdict: "approve", ...BY }, /^Вида «company» нет\. Есть: /],
    [{ kind: "account", id: "ООО", verdict: "approve", ...BY }, /^№ «ООО» не число/],
    [{ kind: "account", id: "1", verdict: "approve" }, /^Укажите, кто решает: --by/],
    [
      { kind: "job-offer", id: "1", verdict: "approve", ...BY },
      /^Решение «approve» здесь не принимают \(отклик\)\. Можно: reject$/,
    ],
  ])("that is not said whole is asked for: %o", async (command, sentence) => {
    const whole = { verdict: undefined, ...command };
    await expect(takeDecision(desk, whole)).rejects.toThrow(sentence);
  });
});

test("of two who decide at once one does, and the other is told who and when", async () => {
  const id = String(await anAccount(demo.database.kysely, { state: "MODERATION" }));
  const by = ["Иванова Анна", "Петров Пётр"];
  const answers = await Promise.allSettled(
    by.map((name) => takeDecision(desk, { kind: "account", id, verdict: "approve", by: name })),
  );
  const first = by[answers.findIndex(({ status }) => status === "fulfilled")];
  const refused = answers.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(1);
  expect(String(refused[0]?.reason)).toContain(`Последнее решение: ${first}, `);
});

test("an id of the list of reasons is the reason, other words are said as they are", async () => {
  const reject = async (words: { reason: string; comment?: string }) => {
    const id = await anAccount(demo.database.kysely, { state: "MODERATION" });
    await takeDecision(desk, {
      kind: "account",
      id: String(id),
      verdict: "reject",
      ...words,
      ...BY,
    });
    const { rows } = await sql<{ reject_comment: string }>`
      SELECT reject_comment FROM accounts WHERE id = ${id}`.execute(demo.database.kysely);
    return rows[0]?.reject_comment;
  };
  expect(await reject({ reason: "LIQUIDATION", comment: "По выписке от 1 ноября" })).toBe(
    "Организация ликвидируется. По выписке от 1 ноября",
  );
  expect(await reject({ reason: "Нет доверенности" })).toBe("Нет доверенности");
});

test("people's words cannot play with the terminal of who reads them", async () => {
  const id = await anAccount(demo.database.kysely, { state: "MODERATION" });
  await sql`
    UPDATE accounts
    SET short_name = E'ООО\n\u001b[2J«Хитрая»\u202e'
    WHERE id = ${id}`.execute(demo.database.kysely);
  const shown = await describeWaiting(desk, "account", false);
  expect(shown).toContain("ООО [2J«Хитрая» , ИНН");
  expect(shown).not.toMatch(/\u001b|\u202e/);
});
