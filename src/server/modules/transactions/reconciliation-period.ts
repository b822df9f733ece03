import { MAX_RECONCILIATION_DAYS } from "#contract/transactions/reconciliation.ts";
import { daysBetween } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, invalid } from "#server/http/app-error.ts";

/** Moscow dates, inclusive. */
export interface Period {
  readonly periodStart: string;
  readonly periodEnd: string;
}

/**
 * Company-wide.
 *
 * @throws AppError `forbidden` — a user limited to projects; `invalid` — a wrong period.
 */
export function checkReconciliation(actor: AccountActor, { periodStart, periodEnd }: Period): void {
  if (actor.projectIds !== null)
    throw new AppError(
      "forbidden",
      "Сверка показывает деньги всей компании, а вам открыты только отдельные проекты. Попросите администратора снять ограничение",
    );
  const days = daysBetween(periodStart, periodEnd) + 1;
  if (days < 1)
    throw invalid({ periodEnd: ["Конец периода раньше начала. Поменяйте даты местами"] });
  if (days > MAX_RECONCILIATION_DAYS)
    throw invalid({
      periodEnd: [
        `Период не может быть больше ${MAX_RECONCILIATION_DAYS} дней. Сверьте его по частям`,
      ],
    });
}
