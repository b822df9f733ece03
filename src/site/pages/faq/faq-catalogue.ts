import groups from "#content/generated/faq.ts";
import type { FaqBlock, FaqGroup } from "./faq-question.ts";

/** Every question of the knowledge base: the files of `src/content/faq`. */
export const FAQ_GROUPS: readonly FaqGroup[] = groups;

/** The answer as one text: for the search and for search engines. */
export function answerText(answer: readonly FaqBlock[]): string {
  return answer
    .map((block) => (typeof block === "string" ? block : block.list.join(" ")))
    .join(" ");
}
