import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeSchema } from "#server/data/generate-schema.ts";
import { defaultDirectory, migrate } from "#server/data/migrate.ts";
import { printSchema } from "#tests/support/schema-print.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const MIGRATIONS = defaultDirectory();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function baselineFiles(): string[] {
  return readdirSync(`${MIGRATIONS}/baseline`).sort();
}

test("the baseline makes the database that the 73 migrations before it made", async () => {
  const database = await createTestDatabase("bare");
  try {
    await migrate(database.pool, { durability: "none", upTo: baselineFiles().at(-1) ?? "" });
    const print = [...(await printSchema(database.pool))];
    const hashes = print.map(([object, text]) => `${sha256(text).slice(0, 16)}  ${object}`);
    const oldChain = readFileSync("tests/fixtures/old-chain-schema.txt", "utf8").trim().split("\n");
    expect(hashes).toEqual(oldChain);
  } finally {
    await database.drop();
  }
});

test("migrations are only added: each is in checksums.txt, and none is edited after that", () => {
  const added = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const files = [...baselineFiles().map((name) => `baseline/${name}`), ...added.sort()];
  const checksums = files.map((name) => {
    const text = readFileSync(`${MIGRATIONS}/${name}`, "utf8").replaceAll("\r\n", "\n");
    return `${sha256(text)}  ${name}`;
  });
  // Fix: `sha256sum NNNN-name.sql >> checksums.txt`, once the file is final.
  const kept = readFileSync(`${MIGRATIONS}/checksums.txt`, "utf8").trim().split("\n");
  expect(checksums).toEqual(kept);
});

test("types of queries say which columns may be null, and which the database fills", async () => {
  const database = await createTestDatabase();
  try {
    const schema = await describeSchema(database.pool);
    expect(schema).toContain(
      "export interface RatesTable {\n  code: string;\n  from_date: string;\n  value: bigint;\n}",
    );
    expect(schema).toContain("  id: GeneratedAlways<bigint>;\n  code: string;\n");
    expect(schema).toContain("  balance_kopecks: Generated<bigint>;");
    expect(schema).toContain("  reverses_id: bigint | null;");
    expect(schema).toContain("  ledger_entries: LedgerEntriesTable;");
  } finally {
    await database.drop();
  }
});
