import { typeset } from "#contract/values/typeset.ts";
import { CUSTOMER_QUESTIONS } from "./customer-questions.ts";
import type { FaqBlock, FaqGroup } from "./faq-question.ts";
import { TAX_QUESTIONS } from "./tax-questions.ts";
import { WORKER_QUESTIONS } from "./worker-questions.ts";

/** Every question of the knowledge base, ready to print. */
export const FAQ_GROUPS: readonly FaqGroup[] = [
  CUSTOMER_QUESTIONS,
  WORKER_QUESTIONS,
  TAX_QUESTIONS,
].map((group) => ({
  ...group,
  questions: group.questions.map((one) => ({
    ...one,
    question: typeset(one.question),
    answer: one.answer.map(typesetBlock),
  })),
}));

/** The answer as one text: for the search and for search engines. */
export function answerText(answer: readonly FaqBlock[]): string {
  return answer
    .map((block) => (typeof block === "string" ? block : block.list.join(" ")))
    .join(" ");
}

function typesetBlock(block: FaqBlock): FaqBlock {
  return typeof block === "string" ? typeset(block) : { list: block.list.map(typeset) };
}
