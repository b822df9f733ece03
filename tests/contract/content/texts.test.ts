import { expect, test } from "vitest";
import { readLegalText } from "#content/build/legal-text.ts";
import { readArticle, readQuestions } from "#content/build/site-texts.ts";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";

const VERSION = "src/content/legal/contract/2027-01-01.md";

function aVersion(body: string, facts = "title: Договор\nvalidFrom: 2027-01-01\nchanges: []") {
  return `---\n${facts}\n---\n\n${body}\n`;
}

test("a version of a document is its file: numbers of sections and facts of the operator are put in", () => {
  const text = aVersion(
    "Для всех.\n\n## Термины {#terms}\n\nОператор, ИНН {{inn}}:\n\n- раз;\n- два — № 2.\n\n## Споры {#disputes}\n\nСм. раздел [[terms]], а этот — [[disputes]].",
  );
  expect(readLegalText(VERSION, text)).toEqual({
    kind: "contract",
    validFrom: "2027-01-01",
    title: "Договор",
    lead: "Для всех.",
    changes: [],
    sections: [
      {
        id: "terms",
        heading: "Термины",
        paragraphs: [
          `Оператор, ИНН ${PLATFORM_COMPANY.inn}:`,
          { list: ["раз;", "два\u00A0— №\u00A02."] },
        ],
      },
      {
        id: "disputes",
        heading: "Споры",
        paragraphs: ["См. раздел 1, а этот\u00A0— 2."],
      },
    ],
  });
});

test.each([
  ["a section it does not have", "Всем.\n\n## А {#a}\n\nСм. [[b]].", `${VERSION}:9: #a refers to the missing #b`],
  ["a fact nobody knows", "Всем.\n\n## А {#a}\n\n{{bank}}.", `${VERSION}:9: #a names the unknown {{bank}}`],
  ["two sections of one name", "Всем.\n\n## А {#a}\n\nО.\n\n## Б {#a}\n\nО.", `${VERSION}:13: a second section #a`],
  ["a section without text", "Всем.\n\n## А {#a}\n\n## Б {#b}\n\nО.", `${VERSION}:9: section #a is empty`],
  ["a heading without a name", "Всем.\n\n## А\n\nО.", `${VERSION}:9: a heading reads «## Title {#id}»`],
  ["no lead", "## А {#a}\n\nО.", `${VERSION}:1: one paragraph stands before the first section`],
  ["a link of its own", "Всем.\n\n## А {#a}\n\n[Дальше](/faq)", `${VERSION}:9: #a holds a link`],
  ["what would be drawn in bold", "Всем.\n\n## А {#a}\n\nОчень **важно**.", `${VERSION}:11: Markdown that the pages do not draw`],
  ["two spaces", "Всем.\n\n## А {#a}\n\n- раз;\n- два  три.", `${VERSION}:12: needless spaces`],
])("a clause with %s is refused by file and line", (_, body, sentence) => {
  expect(() => readLegalText(VERSION, aVersion(body))).toThrow(sentence);
}); // prettier-ignore

test("a version stands in the folder of its document under its first day", () => {
  const text = aVersion("Всем.\n\n## А {#a}\n\nО.");
  expect(() => readLegalText("legal/contract/2027-02-01.md", text)).toThrow(
    "the version of 2027-01-01 is 2027-01-01.md",
  );
  expect(() => readLegalText("legal/agreement/2027-01-01.md", text)).toThrow(
    "no legal document is called agreement",
  );
});

test.each([
  ["title: Договор\nvalidFrom: 2027-01-01", "front matter wants «changes», a texts"],
  ["title: Договор\nvalidFrom: завтра\nchanges: []", "front matter wants «validFrom», a date"],
  ["title: Договор\nvalidFrom: 2027-01-01\nchanges: []\nauthor: я", "front matter has no «author»"],
  ["title: А: Б\nvalidFrom: 2027-01-01\nchanges: []", `${VERSION}:2: Nested mappings`],
])("front matter «%s» is refused", (facts, sentence) => {
  expect(() => readLegalText(VERSION, aVersion("Всем.", facts))).toThrow(sentence);
});

test("a question has an answer, where to read on and the words people type", () => {
  const source =
    "---\ntitle: Всем\norder: 1\nsource: закон\n---\n\n## Как? {#how}\n\nТак, 5 дней:\n\n- раз.\n\n[Дальше](/faq?q=чек)\n\n<!-- search: когда где -->\n\n## Зачем? {#why}\n\nНадо.\n";
  expect(readQuestions("src/content/faq/all.md", source).group).toEqual({
    id: "all",
    title: "Всем",
    questions: [
      {
        slug: "how",
        question: "Как?",
        answer: ["Так, 5\u00A0дней:", { list: ["раз."] }],
        more: { label: "Дальше", to: "/faq?q=чек" },
        words: "когда где",
      },
      { slug: "why", question: "Зачем?", answer: ["Надо."], more: undefined, words: undefined },
    ],
  });
  expect(() => readQuestions("all.md", source.replace("search: ", ""))).toThrow(
    "all.md:7: a comment of an answer is one «search: …»",
  );
});

test("an article ends with where to read on", () => {
  const source = "---\ntitle: Новость\ndate: 2026-11-20\n---\n\nРаз.\n\nДва.\n";
  expect(readArticle("blog/news.md", `${source}\n[Ещё](/faq)\n`)).toEqual({
    id: "news",
    title: "Новость",
    date: "2026-11-20",
    paragraphs: ["Раз.", "Два."],
    more: { label: "Ещё", to: "/faq" },
  });
  expect(() => readArticle("blog/news.md", source)).toThrow(
    "blog/news.md:1: the link at the end is missing",
  );
});
