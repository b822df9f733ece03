import { formatMoney } from "#contract/values/money.ts";
import type { TermChange } from "#contract/values/seen-version.ts";
import { AppError } from "#server/http/app-error.ts";
import type { RegistryRow } from "./registry-row.ts";

/**
 * The confirmation is of the version on the screen.
 *
 * @throws AppError `changed` — names the current sums only: old ones are not kept.
 */
export function refuseOtherVersion(registry: RegistryRow, version: number): void {
  if (registry.version === version) return;
  const changes: TermChange[] = [
    {
      field: "amount",
      title: "к выплате",
      before: null,
      after: formatMoney(registry.amount_kopecks),
    },
    { field: "rows", title: "строк без ошибок", before: null, after: String(registry.ready_count) },
  ];
  const now = changes.map(({ title, after }) => `${title} ${after}`).join(", ");
  throw new AppError(
    "changed",
    `Реестр изменился, пока вы его смотрели. Теперь ${now}. Проверьте и подтвердите ещё раз`,
    { details: { changes, version: registry.version } },
  );
}

/**
 * For kinds without money.
 *
 * @throws AppError `changed`.
 */
export function refuseOtherState(registry: RegistryRow, version: number): void {
  if (registry.version === version) return;
  const changes: TermChange[] = [
    { field: "rows", title: "строк без ошибок", before: null, after: String(registry.ready_count) },
  ];
  throw new AppError(
    "changed",
    `Реестр изменился, пока вы его смотрели. Теперь строк без ошибок ${registry.ready_count}. Проверьте и подтвердите ещё раз`,
    { details: { changes, version: registry.version } },
  );
}
