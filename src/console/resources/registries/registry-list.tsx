import { DownOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { REGISTRY_STATE } from "#contract/registries/registry-states.ts";
import type { Registry } from "#contract/registries/registry.ts";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { useAccess } from "#console/providers/access.ts";
import { useDownload } from "#console/providers/data/use-endpoint.ts";
import { projectFilter } from "#console/resources/projects/index.tsx";
import { FilledTemplateDrawer } from "./filled-template-drawer.tsx";
import { PAYROLL } from "./kinds/payroll.tsx";
import { registryColumns } from "./registry-columns.tsx";
import { REGISTRIES, useMoneySight } from "./use-registry.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [filter.search("Найти реестр"), filter.oneOf("states", "Состояние", REGISTRY_STATE.definitions), filter.period("Загружен"), projectFilter("projectID")];

/** All payroll registries of the company: states, counters, sums. */
export default function RegistryList() {
  const { sums, balance } = useMoneySight();
  const columns = useMemo(() => registryColumns({ sums, balance }), [sums, balance]);
  return (
    <ListPage<Registry> resource={REGISTRIES} title={PAYROLL.title} columns={columns} filters={FILTERS} order={NEWEST_FIRST} countWords={["реестр", "реестра", "реестров"]} actions={() => <Commands />} empty={<EmptyList />} />
  );
}

function Commands() {
  const mayEdit = useAccess()("payroll-registries.edit").can;
  const downloadTemplate = useDownload(payrollRegistryEndpoints.template);
  const navigate = useNavigate();
  const [isFilling, setIsFilling] = useState(false);
  const templates = [
    { key: "xlsx", label: "Шаблон XLSX", onClick: () => void downloadTemplate({ query: { format: "xlsx" } }) },
    { key: "csv", label: "Шаблон CSV", onClick: () => void downloadTemplate({ query: { format: "csv" } }) },
    ...(mayEdit ? [{ key: "filled", label: "Шаблон с исполнителями…", onClick: () => setIsFilling(true) }] : []),
  ];
  return (
    <>
      <Dropdown trigger={["click"]} menu={{ items: templates }}>
        <Button>
          Скачать шаблон <DownOutlined />
        </Button>
      </Dropdown>
      {mayEdit ? (
        <>
          <Button onClick={() => void navigate(`${PAYROLL.uploadPath}?paste=1`)}>Вставить из Excel</Button>
          <UploadButton />
        </>
      ) : null}
      {isFilling ? <FilledTemplateDrawer onClose={() => setIsFilling(false)} /> : null}
    </>
  );
}

function UploadButton() {
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate(PAYROLL.uploadPath)}>
      Загрузить файл
    </Button>
  );
}

function EmptyList() {
  const { can, reason } = useAccess()("payroll-registries.edit");
  return (
    <>
      <p>Реестров пока нет. Скачайте шаблон, заполните и загрузите</p>
      {can ? <UploadButton /> : <p className="muted">{reason}</p>}
    </>
  );
}
