import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { FAQ_GROUPS, answerText } from "#site/pages/faq/faq-catalogue.ts";
import { countQuestions, searchFaq, stemOf } from "#site/pages/faq/search-faq.ts";
import { versionOfName } from "#contract/legal-documents/legal-documents.ts";
import { resetSession } from "#web/session/session.ts";
import { openPublicPage, renderPublicPage } from "#tests/support/render-public-page.tsx";

beforeEach(() => resetSession());

const all = FAQ_GROUPS.flatMap(({ questions }) => questions);
const slugs = (query: string) =>
  searchFaq(FAQ_GROUPS, query).flatMap(({ questions }) => questions.map(({ slug }) => slug));

test("the knowledge base answers at least 45 questions, each with an address of its own", () => {
  expect(all.length).toBeGreaterThanOrEqual(45);
  const anchors = [...all.map(({ slug }) => slug), ...FAQ_GROUPS.map(({ id }) => id)];
  expect(new Set(anchors).size).toBe(anchors.length);
  for (const { slug, question, answer } of all) {
    expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(question).toMatch(/\?$/);
    expect(answerText(answer).length, slug).toBeGreaterThan(100);
  }
});

test("what an answer refers to is there", async () => {
  for (const { more } of all) {
    if (!more) continue;
    const [path, section] = more.to.replace("/documents/", "").split("#");
    const text = await versionOfName(path ?? "", "2026-11-20")?.load();
    expect(text, more.to).toBeDefined();
    if (section) expect(text?.sections.map(({ id }) => id)).toContain(section);
  }
});

test.each([
  ["чеки", "annul-receipt"],
  ["АННУЛИРОВАНИЕ чека", "annul-receipt"],
  ["счет", "top-up"],
  ["счёт", "top-up"],
  ["лимиты", "income-limit"],
  ["2400000", "income-limit"],
  ["2 400 000", "income-limit"],
  ["до какого числа платить налог 28", "tax-deadlines"],
  ["стоп-лист", "blacklist"],
  ["зарплата не пришла", "where-is-money"],
  ["арбитраж", "change-payout"],
  ["патент узбекистан", "foreign-documents"],
  ["реестр эксель", "registry-format"],
  ["эцп", "sign-act"],
  ["криптовалюта", null],
])("a person who types «%s» finds it", (query, slug) => {
  if (slug === null) expect(slugs(query)).toEqual([]);
  else expect(slugs(query)).toContain(slug);
});

test("questions that name the word come before those that only mention it", () => {
  const found = searchFaq(FAQ_GROUPS, "вычет");
  expect(found.at(-1)?.questions[0]?.slug).toBe("bonus");
  expect(countQuestions(found)).toBeLessThan(10);
});

test("endings do not matter, short words and numbers are taken as they are", () => {
  expect(["чека", "чеков", "чеками", "чеку"].map(stemOf)).toEqual(["чек", "чек", "чек", "чек"]);
  expect(["ндс", "28", "инн"].map(stemOf)).toEqual(["ндс", "28", "инн"]);
});

test("an address with a search shows its answers without JavaScript's help", async () => {
  const { head } = await renderPublicPage("/faq?q=%D1%8D%D0%BA%D1%81%D0%B5%D0%BB%D1%8C");
  expect(screen.getByRole("searchbox", { name: "Поиск по вопросам" })).toHaveProperty(
    "value",
    "эксель",
  );
  screen.getByText("Какой файл подойдёт для реестра выплат?");
  expect(screen.queryByText("Какой налог платит самозанятый?")).toBeNull();
  const form = screen.getByRole("search");
  expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["get", "/faq"]);
  expect(head).toMatchObject({ isIndexed: false, canonical: "/faq", structured: [] });
});

test("typing filters at once, says how many are found, and the address follows", async () => {
  const { address } = await renderPublicPage("/faq");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "вычет 10 000" } });
  expect(screen.getByRole("status").textContent).toMatch(/^Найдено: \d+\u00A0вопрос/);
  screen.getByText(/Что такое налоговый вычет/);
  expect(screen.queryByText("Как пополнить баланс?")).toBeNull();
  await waitFor(() =>
    expect(new URLSearchParams(address().split("?")[1]).get("q")).toBe("вычет 10 000"),
  );
});

test("a search without an answer offers the way on", async () => {
  await renderPublicPage(
    "/faq?q=%D0%BA%D1%80%D0%B8%D0%BF%D1%82%D0%BE%D0%B2%D0%B0%D0%BB%D1%8E%D1%82%D0%B0",
  );
  screen.getByRole("heading", { name: "По запросу «криптовалюта» ничего не найдено" });
  expect(screen.getByRole("status").textContent).toBe("Ничего не найдено");
  expect(screen.getByRole("link", { name: "Написать в поддержку" }).getAttribute("href")).toBe(
    "/contacts",
  );
  fireEvent.click(screen.getByRole("link", { name: "Показать все вопросы" }));
  screen.getByText("Как пополнить баланс?");
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
});

test("a link to a question opens it, the others stay folded", async () => {
  const { container } = await renderPublicPage("/faq#tax-deadlines");
  await waitFor(() => expect(container.querySelectorAll("details[open]")).toHaveLength(1));
  const open = container.querySelector("details[open]") as HTMLElement;
  within(open).getByRole("heading", { name: "Когда платить налог?" });
  expect(open.textContent).toContain("не позднее 28-го");
});

test("search engines get every question with its answer", async () => {
  const { head } = await openPublicPage("/faq");
  const [faq] = head.structured ?? [];
  expect(faq).toMatchObject({ "@type": "FAQPage" });
  expect(faq?.["mainEntity"]).toHaveLength(all.length);
});
