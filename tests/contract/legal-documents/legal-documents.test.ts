import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { numberClauses, LEGAL_DOCUMENT_KINDS } from "#contract/legal-documents/legal-document.ts";
import {
  archiveName,
  currentVersion,
  documentName,
  LEGAL_VERSIONS,
  statusOf,
  validTo,
  versionOfArchiveName,
  versionOfName,
  versionsOf,
} from "#contract/legal-documents/legal-documents.ts";
import { companyInnFinding } from "#contract/values/inn.ts";
import { isOgrn } from "#contract/values/ogrn.ts";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";

const named = LEGAL_VERSIONS.map((version) => [archiveName(version), version] as const);

test("on a day exactly one version of a document is in force", () => {
  expect(currentVersion("data-policy", "2026-08-31")?.validFrom).toBe("2025-09-01");
  expect(currentVersion("data-policy", "2026-09-01")?.validFrom).toBe("2026-09-01");
  expect(currentVersion("data-policy", "2024-05-31")).toBeNull();
});

test("a version ends on the eve of the next one", () => {
  const [newest, before] = versionsOf("customer-contract");
  expect(newest && validTo(newest)).toBeNull();
  expect(before && validTo(before)).toBe("2026-08-31");
  expect(before && statusOf(before, "2026-08-31")).toBe("current");
  expect(before && statusOf(before, "2026-09-01")).toBe("archived");
  expect(newest && statusOf(newest, "2026-08-31")).toBe("upcoming");
});

test("an archived version is named by its kind and first day, and found by that name", () => {
  const version = versionOfArchiveName("old-data-policy-2025-03-01");
  expect(version).toMatchObject({ kind: "data-policy", validFrom: "2025-03-01" });
  expect(version && archiveName(version)).toBe("old-data-policy-2025-03-01");
  for (const wrong of [
    "old-data-policy-2025-03-02",
    "data-policy-2025-03-01",
    "old-",
    "",
    "old-contract",
  ])
    expect(versionOfArchiveName(wrong)).toBeNull();
});

test("the short address leads to what is in force today", () => {
  expect(versionOfName("contract", "2025-12-31")?.validFrom).toBe("2025-03-01");
  expect(versionOfName("contract", "2026-11-20")?.validFrom).toBe("2026-09-01");
  expect(versionOfName("agreement", "2026-11-20")).toBeNull();
  for (const [, version] of named)
    expect(versionOfName(documentName(version, "2026-11-20"), "2026-11-20")).toBe(version);
});

test("there are at least eight archived versions, and no two begin on one day", () => {
  expect(
    LEGAL_VERSIONS.filter((version) => statusOf(version, "2026-11-20") === "archived").length,
  ).toBeGreaterThanOrEqual(8);
  for (const kind of LEGAL_DOCUMENT_KINDS) {
    const dates = versionsOf(kind).map(({ validFrom }) => validFrom);
    expect(dates.length).toBeGreaterThanOrEqual(3);
    expect(new Set(dates).size).toBe(dates.length);
    expect(dates).toEqual([...dates].sort().reverse());
  }
});

test.each(named)("the text %s is whole", async (name, version) => {
  const { kind, validFrom, title, lead, sections } = await version.load();
  expect(`old-${kind}-${validFrom}`).toBe(name);
  expect(title.length * lead.length).toBeGreaterThan(0);
  expect(sections.length).toBeGreaterThanOrEqual(10);
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  for (const section of sections) {
    expect(section.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(section.heading).not.toBe("");
    const clauses = numberClauses(section, 1);
    expect(clauses.length, section.id).toBeGreaterThan(0);
    for (const { text, items } of clauses) {
      expect(text).toMatch(/[.:]$/);
      expect(text).not.toContain("[[");
      expect(text.endsWith(":")).toBe(items.length > 0);
    }
  }
});

test("each version says something else than the one after it", async () => {
  for (const kind of LEGAL_DOCUMENT_KINDS) {
    const texts = await Promise.all(versionsOf(kind).map(({ load }) => load()));
    texts
      .slice(1)
      .forEach((earlier, index) => expect(earlier.sections).not.toEqual(texts[index]?.sections));
    expect(texts.slice(0, -1).every(({ changes }) => changes.length > 0)).toBe(true);
  }
});

test("what people have agreed to does not change afterwards: a changed fingerprint is a new version, not an update of the list", async () => {
  const lines = await Promise.all(
    named.map(
      async ([name, { load }]) =>
        `${name} ${createHash("sha256")
          .update(JSON.stringify(await load()))
          .digest("hex")}`,
    ),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./published-texts.txt");
});

test("the commission's VAT is the one of its day", async () => {
  const fee = async (day: string) =>
    JSON.stringify(
      (await currentVersion("customer-contract", day)?.load())?.sections.find(
        ({ id }) => id === "fee",
      ),
    ).replaceAll("\u00A0", " ");
  expect(await fee("2025-12-31")).toContain("НДС по ставке 20 %");
  expect(await fee("2026-01-01")).toContain("НДС по ставке 22 %");
});

test("a reference to a section is its number in this version", async () => {
  const clause = async (day: string) =>
    (await currentVersion("contract", day)?.load())?.sections
      .flatMap((section, index) => numberClauses(section, index + 1))
      .find(({ text }) => text.includes("в порядке раздела"));
  const [now, first] = [await clause("2026-11-20"), await clause("2024-06-01")];
  expect(now?.number).toBe("5.2");
  expect(now?.text).toContain("в порядке раздела 12.");
  expect(first?.text).toContain("в порядке раздела 11.");
});

test("items belong to the clause before them and take no number", () => {
  const section = {
    id: "a",
    heading: "А",
    paragraphs: ["Первое:", { list: ["раз;", "два."] }, "Второе."],
  };
  expect(numberClauses(section, 3)).toEqual([
    { number: "3.1", text: "Первое:", items: ["раз;", "два."] },
    { number: "3.2", text: "Второе.", items: [] },
  ]);
});

test("the demonstration company's numbers pass the checks of the forms", () => {
  expect(companyInnFinding(PLATFORM_COMPANY.inn)).toBeNull();
  expect(isOgrn(PLATFORM_COMPANY.ogrn)).toBe(true);
});
