import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { listLink } from "#console/kit/list-link.ts";
import type { ListFilters } from "#console/kit/use-paged-list.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";

const LIST = "/profile/account/payouts";
const PAYOUTS = ["выплата", "выплаты", "выплат"] as const;

/** @returns address of the payouts a figure counts; nothing where a person has no such page. */
export function usePaymentsOf(): (filters: ListFilters) => string | undefined {
  const hasPage = useHasPage();
  return (filters) => (hasPage(LIST) ? listLink(LIST, filters) : undefined);
}

/** «30 000,00 ₽ · 3 выплаты», with the list it counts. */
export function CountedSum({
  amount,
  count,
  to,
  name,
}: {
  readonly amount: number;
  readonly count: number;
  readonly to: string | undefined;
  readonly name: string;
}) {
  const counted = countOf(count, PAYOUTS);
  return (
    <>
      {to === undefined ? (
        <MoneyText rubles={amount} />
      ) : (
        <PageLink to={to} aria-label={`${name}: ${formatRubles(amount)}, ${counted}`}>
          <MoneyText rubles={amount} />
        </PageLink>
      )}{" "}
      <span className="muted">· {counted}</span>
    </>
  );
}
