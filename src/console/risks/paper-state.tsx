import type { PaperRisk } from "#contract/risks/risk.ts";
import { StateText } from "#console/kit/columns.tsx";

/** A newer paper lifts nothing before the moderator accepts it. */
export function PaperState({ isExpired, isInReview }: Pick<PaperRisk, "isExpired" | "isInReview">) {
  return (
    <StateText
      title={`${isExpired ? "Истёк" : "Скоро истечёт"}${isInReview ? ", новый на проверке" : ""}`}
      tone={isExpired ? "bad" : "warning"}
    />
  );
}
