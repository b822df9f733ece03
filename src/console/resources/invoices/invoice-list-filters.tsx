import { useId } from "react";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { INVOICE_STATE } from "#contract/invoices/invoice-states.ts";
import { SearchFilter } from "#console/ui/search-filter.tsx";
import type { PagedList } from "#console/ui/use-paged-list.ts";

/** Number, state and period of the list; all of it lives in the address. */
export function InvoiceListFilters({ list: { filters, setFilters } }: { list: PagedList<Invoice> }) {
  const id = useId();
  const textOf = (name: string) => String(filters[name] ?? "");
  return (
    <>
      <SearchFilter label="Найти по номеру" value={textOf("search")} onChange={(search) => setFilters({ search })} />
      <label className="filter" htmlFor={`${id}-state`}>
        Состояние
        <select id={`${id}-state`} className="input" value={textOf("stateID")} onChange={(event) => setFilters({ stateID: event.target.value })}>
          <option value="">Любое</option>
          {INVOICE_STATE.definitions.map((state) => (
            <option key={state.id} value={state.id}>
              {state.title}
            </option>
          ))}
        </select>
      </label>
      <label className="filter" htmlFor={`${id}-from`}>
        Выставлен с
        <input id={`${id}-from`} className="input" type="date" value={textOf("periodStart")} max={textOf("periodEnd") || undefined} onChange={(event) => setFilters({ periodStart: event.target.value })} />
      </label>
      <label className="filter" htmlFor={`${id}-to`}>
        по
        <input id={`${id}-to`} className="input" type="date" value={textOf("periodEnd")} min={textOf("periodStart") || undefined} onChange={(event) => setFilters({ periodEnd: event.target.value })} />
      </label>
    </>
  );
}
