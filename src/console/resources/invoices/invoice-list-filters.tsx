import type { Invoice } from "#contract/invoices/invoice.ts";
import { INVOICE_STATE } from "#contract/invoices/invoice-states.ts";
import { filterText, PeriodFilter, SearchFilter, SelectFilter } from "#console/ui/list-filters.tsx";
import type { PagedList } from "#console/ui/use-paged-list.ts";

/** Number, state and period of the list; all of it lives in the address. */
export function InvoiceListFilters({ list }: { list: PagedList<Invoice> }) {
  const { filters, setFilters } = list;
  return (
    <>
      <SearchFilter label="Найти по номеру" value={filterText(filters, "search")} onChange={(search) => setFilters({ search })} />
      <SelectFilter label="Состояние" anyTitle="Любое" options={INVOICE_STATE.definitions} value={filterText(filters, "stateID")} onChange={(stateID) => setFilters({ stateID })} />
      <PeriodFilter list={list} label="Выставлен с" />
    </>
  );
}
