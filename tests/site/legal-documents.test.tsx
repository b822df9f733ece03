import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LEGAL_DOCUMENT_KINDS } from "#contract/legal-documents/legal-document.ts";
import { archiveName, statusOf, versionsOf } from "#contract/legal-documents/legal-documents.ts";
import { PageMissing, PageMoved } from "#web/routes/page-module.ts";
import { openPublicPage, renderPublicPage } from "#tests/support/render-public-page.tsx";

beforeEach(
  () => void vi.useFakeTimers({ now: new Date("2026-11-20T09:00:00Z"), toFake: ["Date"] }),
);
afterEach(() => vi.useRealTimers());

test("the index leads to every document in force, its PDF and every archived version", async () => {
  await renderPublicPage("/documents");
  for (const [kind, title] of [
    ["contract", "Договор возмездного оказания услуг"],
    ["customer-contract", "Договор с заказчиком"],
    ["data-policy", "Политика конфиденциальности"],
    ["terms-of-use", "Пользовательское соглашение"],
  ] as const) {
    expect(screen.getByRole("link", { name: title }).getAttribute("href")).toBe(
      `/documents/${kind}`,
    );
    expect(screen.getByRole("link", { name: `Скачать PDF: ${title}` }).getAttribute("href")).toBe(
      `/documents/${kind}.pdf`,
    );
  }
  const archive = screen.getByRole("region", { name: "Архив" });
  const archived = LEGAL_DOCUMENT_KINDS.flatMap(versionsOf).filter(
    (version) => statusOf(version, "2026-11-20") === "archived",
  );
  expect(
    within(archive)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(archived.map((version) => `/documents/${archiveName(version)}`));
  expect(archive.textContent).toContain("действовала с 01.03.2025 по 31.08.2025");
});

test("a document says since when it is in force and leads to its sections and other versions", async () => {
  const { head, container } = await renderPublicPage("/documents/data-policy");
  screen.getByRole("heading", { level: 1, name: "Политика конфиденциальности" });
  expect(container.textContent).toContain("Редакция от 01.09.2026, действует с 01.09.2026");
  expect(screen.queryByRole("note")).toBeNull();
  for (const link of within(screen.getByRole("navigation", { name: "Содержание" })).getAllByRole(
    "link",
  )) {
    const section = container.querySelector(link.getAttribute("href") ?? "");
    expect(section?.textContent).toContain(link.textContent);
  }
  const others = within(screen.getByRole("navigation", { name: "Другие редакции" }));
  expect(others.getByRole("link", { name: "Редакция от 01.03.2025" }).getAttribute("href")).toBe(
    "/documents/old-data-policy-2025-03-01",
  );
  expect(head).toMatchObject({ title: "Политика конфиденциальности", isIndexed: true });
});

test("an archived version warns that it is over and leads to the one in force", async () => {
  const { head, container } = await renderPublicPage("/documents/old-data-policy-2025-03-01");
  const note = screen.getByRole("note");
  expect(note.textContent).toBe(
    "Это архивная редакция: она больше не действует. Сейчас действует редакция от 01.09.2026.",
  );
  expect(within(note).getByRole("link").getAttribute("href")).toBe("/documents/data-policy");
  expect(container.textContent).toContain("действовала с 01.03.2025 по 31.08.2025");
  expect(screen.getByRole("link", { name: "Скачать PDF" }).getAttribute("href")).toBe(
    "/documents/old-data-policy-2025-03-01.pdf",
  );
  expect(head).toMatchObject({
    title: "Политика конфиденциальности, редакция от 01.03.2025",
    isIndexed: false,
  });
});

test("a name of no document is missing, the archive name of the version in force moves to the short address", async () => {
  await expect(openPublicPage("/documents/old-data-policy-2025-03-02")).rejects.toThrow(
    PageMissing,
  );
  await expect(openPublicPage("/documents/agreement")).rejects.toThrow(PageMissing);
  const moved = await openPublicPage("/documents/old-contract-2026-09-01").catch(
    (error: unknown) => error,
  );
  expect(moved).toBeInstanceOf(PageMoved);
  expect((moved as PageMoved).to).toBe("/documents/contract");
});

test("search engines get a description of at most 160 characters for every document", async () => {
  const archived = LEGAL_DOCUMENT_KINDS.flatMap((kind) => [
    kind,
    ...versionsOf(kind).slice(1).map(archiveName),
  ]);
  for (const name of ["", ...archived.map((one) => `/${one}`)]) {
    const { head } = await openPublicPage(`/documents${name}`);
    expect(head.description.length, name).toBeLessThanOrEqual(160);
    expect(head.description.length, name).toBeGreaterThan(40);
  }
});
