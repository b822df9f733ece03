import groups from "#content/generated/faq.ts";
import type { FaqBlock, FaqGroup } from "./faq-question.ts";

export const FAQ_GROUPS: readonly FaqGroup[] = groups;

export function answerText(answer: readonly FaqBlock[]): string {
  return answer
    .map((block) => (typeof block === "string" ? block : block.list.join(" ")))
    .join(" ");
}
