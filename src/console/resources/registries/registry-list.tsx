import { useMemo, useState } from "react";
import { PageLink } from "#console/ui/page-link.tsx";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { Registry } from "#contract/registries/registry.ts";
import { useAccess } from "#console/providers/access.ts";
import { useDownload } from "#console/providers/data/use-endpoint.ts";
import { PagedTable } from "#console/ui/paged-table.tsx";
import { usePagedList } from "#console/ui/use-paged-list.ts";
import "#console/ui/light/light.css";
import { FilledTemplateDrawer } from "./filled-template-drawer.tsx";
import { PAYROLL } from "./kinds/payroll.tsx";
import { registryColumns } from "./registry-columns.tsx";
import { RegistryListFilters } from "./registry-list-filters.tsx";
import { REGISTRIES, useMoneySight } from "./use-registry.ts";
import "./registries.css";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;

/** All payroll registries of the company: states, counters, sums; the address holds page, order and filters. */
export default function RegistryList() {
  const list = usePagedList<Registry>({ resource: REGISTRIES, order: NEWEST_FIRST });
  const { sums, balance } = useMoneySight();
  const columns = useMemo(() => registryColumns({ sums, balance }), [sums, balance]);
  return (
    <>
      <h1>{PAYROLL.title}</h1>
      <ListActions />
      <PagedTable
        list={list}
        label={PAYROLL.listLabel}
        columns={columns}
        countWords={["реестр", "реестра", "реестров"]}
        filters={<RegistryListFilters list={list} />}
        empty={<EmptyList />}
      />
    </>
  );
}

function ListActions() {
  const mayEdit = useAccess()("payroll-registries.edit").can;
  const downloadTemplate = useDownload(payrollRegistryEndpoints.template);
  const [isFilling, setIsFilling] = useState(false);
  return (
    <div className="row registry-actions">
      {mayEdit ? (
        <>
          <PageLink className="button button-small" to={PAYROLL.uploadPath}>
            Загрузить файл
          </PageLink>
          <PageLink className="button button-plain button-small" to={`${PAYROLL.uploadPath}?paste=1`}>
            Вставить из Excel
          </PageLink>
        </>
      ) : null}
      <span className="action-group" role="group" aria-label="Скачать шаблон">
        <span>Скачать шаблон:</span>
        <button type="button" className="button button-link" onClick={() => void downloadTemplate({ query: { format: "xlsx" } })}>
          XLSX
        </button>
        <button type="button" className="button button-link" onClick={() => void downloadTemplate({ query: { format: "csv" } })}>
          CSV
        </button>
        {mayEdit ? (
          <button type="button" className="button button-link" onClick={() => setIsFilling(true)}>
            с исполнителями
          </button>
        ) : null}
      </span>
      {isFilling ? <FilledTemplateDrawer onClose={() => setIsFilling(false)} /> : null}
    </div>
  );
}

function EmptyList() {
  const { can, reason } = useAccess()("payroll-registries.edit");
  return (
    <>
      <p>Реестров пока нет. Скачайте шаблон, заполните и загрузите</p>
      {can ? (
        <PageLink className="button button-small" to={PAYROLL.uploadPath}>
          Загрузить файл
        </PageLink>
      ) : (
        <p className="muted">{reason}</p>
      )}
    </>
  );
}
