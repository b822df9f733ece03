import { useCan } from "@refinedev/core";
import { DownOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { Suspense, useMemo, useState, type ComponentType } from "react";
import { useNavigate } from "react-router";
import { REGISTRY_PLACES } from "#contract/registries/registry-places.ts";
import { REGISTRY_STATE } from "#contract/registries/registry-states.ts";
import type { Registry } from "#contract/registries/registry.ts";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { registryColumns } from "./registry-columns.tsx";
import { uploadPathOf, type RegistryKind } from "./registry-kind.ts";
import { useMoneySight } from "./use-registry.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("Найти реестр"),
  filter.manyOf("states", "Состояние", REGISTRY_STATE.definitions),
  filter.period("Загружен"),
  filter.project("projectID"),
];

interface RegistryListProps {
  readonly kind: RegistryKind;
  readonly FilledTemplate?: ComponentType<{ readonly onClose: () => void }>;
}

export function RegistryList({ kind, FilledTemplate }: RegistryListProps) {
  const sight = useMoneySight(kind);
  const columns = useMemo(() => registryColumns(kind, sight), [kind, sight]);
  return (
    <ListPage<Registry>
      resource={kind.info.resource}
      title={REGISTRY_PLACES[kind.name].crumb}
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      countWords={["реестр", "реестра", "реестров"]}
      actions={() => <Commands kind={kind} FilledTemplate={FilledTemplate} />}
      empty={<EmptyList kind={kind} />}
    />
  );
}

function Commands({ kind, FilledTemplate }: RegistryListProps) {
  const mayEdit = useCan(right(kind.edit)).data?.can;
  const downloadTemplate = useDownload(kind.calls.template);
  const navigate = useNavigate();
  const [isFilling, setIsFilling] = useState(false);
  const templates = [
    {
      key: "xlsx",
      label: "Шаблон XLSX",
      onClick: () => void downloadTemplate({ query: { format: "xlsx" } }),
    },
    {
      key: "csv",
      label: "Шаблон CSV",
      onClick: () => void downloadTemplate({ query: { format: "csv" } }),
    },
    ...(mayEdit && FilledTemplate
      ? [{ key: "filled", label: "Шаблон с исполнителями…", onClick: () => setIsFilling(true) }]
      : []),
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
          <Button onClick={() => void navigate(`${uploadPathOf(kind)}?paste=1`)}>
            Вставить из Excel
          </Button>
          <UploadButton kind={kind} />
        </>
      ) : null}
      {isFilling && FilledTemplate ? (
        <Suspense>
          <FilledTemplate onClose={() => setIsFilling(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function UploadButton({ kind }: { readonly kind: RegistryKind }) {
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate(uploadPathOf(kind))}>
      Загрузить файл
    </Button>
  );
}

function EmptyList({ kind }: { readonly kind: RegistryKind }) {
  const { data: access } = useCan(right(kind.edit));
  return (
    <>
      <p>Реестров пока нет. Скачайте шаблон, заполните и загрузите</p>
      {access?.can ? <UploadButton kind={kind} /> : <p className="muted">{access?.reason}</p>}
    </>
  );
}
