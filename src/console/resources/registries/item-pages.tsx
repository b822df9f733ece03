import { useState, type FormEvent } from "react";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { grouped } from "./registry-words.ts";

/** Pages of the rows, with a field to go to any of the thousands. */
export function ItemPages({ list }: { list: PagedList<PayrollItem> }) {
  const last = Math.max(1, Math.ceil(list.total / list.perPage));
  const [wanted, setWanted] = useState("");
  const handleGo = (event: FormEvent) => {
    event.preventDefault();
    const page = Number(wanted);
    if (Number.isInteger(page) && page >= 1) list.setPage(Math.min(page, last));
    setWanted("");
  };
  return (
    <nav className="paged-pages" aria-label="Страницы строк">
      <LightButton look="plain" isSmall disabled={list.page <= 1} onClick={() => list.setPage(1)}>
        В начало
      </LightButton>
      <LightButton look="plain" isSmall disabled={list.page <= 1} onClick={() => list.setPage(list.page - 1)}>
        Назад
      </LightButton>
      <span className="num" role="status">
        Страница {grouped(list.page)} из {grouped(last)}
      </span>
      <LightButton look="plain" isSmall disabled={list.page >= last} onClick={() => list.setPage(list.page + 1)}>
        Вперёд
      </LightButton>
      <LightButton look="plain" isSmall disabled={list.page >= last} onClick={() => list.setPage(last)}>
        В конец
      </LightButton>
      <form className="row" onSubmit={handleGo}>
        <label className="paged-size">
          Перейти к странице
          <input className="input page-input" inputMode="numeric" value={wanted} maxLength={5} onChange={(event) => setWanted(event.target.value.replace(/\D/g, ""))} />
        </label>
      </form>
    </nav>
  );
}
