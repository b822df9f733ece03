import { personInnFinding } from "#contract/values/inn.ts";
import { workmanTaxEndpoints as endpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import { AppError, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { queue, readAnswer } from "../public-status.ts";

/** For anybody; queries to the public register are queued. */
export function servePublicStatus(serve: Serve, { clock }: Platform): void {
  serve(endpoints.isSmzRegistered, async ({ query, trx }) => {
    const inn = query.inn.replace(/\s/g, "");
    const problem = personInnFinding(inn);
    if (problem)
      throw invalid({
        inn: [
          problem === "length" ? "ИНН должен содержать 12 цифр" : "Неверная контрольная сумма ИНН",
        ],
      });
    const now = clock.now();
    const known = await readAnswer(trx, inn, now);
    if (known !== undefined) return { isRegistered: known };
    if (!(await queue(trx, inn, now)))
      throw new AppError("too_many_requests", "ФНС не успевает отвечать. Повторите через час", {
        details: { retryAfterSeconds: 3600 },
      });
    return { isRegistered: null };
  });
}
