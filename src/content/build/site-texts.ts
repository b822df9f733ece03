import { typeset } from "#contract/values/typeset.ts";
import { failAt, readPage, type Block } from "./read-page.ts";

/** `source` tells editors where the facts come from. */
const GROUP = { title: "text", order: "number", source: "text" } as const;

/**
 * The id is the file's name. A lone link of an answer is further reading; `<!-- search: … -->`
 * holds search words.
 */
export function readQuestions(file: string, source: string) {
  const { facts, lead, sections } = readPage(file, source, GROUP);
  if (lead.length > 0) failAt(file, 1, "something stands before the first question");
  const questions = sections.map(({ id, heading, line, blocks }) => ({
    slug: id,
    question: typeset(heading),
    answer: blocks.flatMap((block): (string | { list: string[] })[] => {
      if (block.kind === "paragraph") return [typeset(block.text)];
      return block.kind === "list" ? [{ list: block.items.map(typeset) }] : [];
    }),
    more: onlyLink(file, line, blocks),
    words: searchWords(file, line, blocks),
  }));
  return { order: facts.order, group: { id: idOf(file), title: facts.title, questions } };
}

/** Paragraphs and further reading. */
export function readArticle(file: string, source: string) {
  const { facts, lead, sections } = readPage(file, source, { title: "text", date: "date" });
  if (sections.length > 0) failAt(file, sections[0]?.line ?? 1, "an article has no sections");
  return {
    id: idOf(file),
    ...facts,
    paragraphs: lead.flatMap((block) => {
      if (block.kind === "paragraph") return [block.text];
      return block.kind === "link" ? [] : failAt(file, 1, `an article holds no ${block.kind}`);
    }),
    more: onlyLink(file, 1, lead) ?? failAt(file, 1, "the link at the end is missing"),
  };
}

const idOf = (file: string) => file.replace(/^.*\/|\.md$/g, "");

function onlyLink(file: string, line: number, blocks: readonly Block[]) {
  const [link, another] = blocks.filter((block) => block.kind === "link");
  if (another) failAt(file, line, "one link says where to read on, here are two");
  return link && { label: link.label, to: link.to };
}

function searchWords(file: string, line: number, blocks: readonly Block[]) {
  const [comment, another] = blocks.filter((block) => block.kind === "comment");
  if (!comment) return undefined;
  if (another || !comment.text.startsWith("search: "))
    failAt(file, line, "a comment of an answer is one «search: …»");
  return comment.text.slice("search: ".length);
}
