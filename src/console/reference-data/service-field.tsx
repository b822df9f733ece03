import { Form, TreeSelect } from "antd";
import { useMemo } from "react";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import type { Service } from "#contract/reference-data/reference-data.ts";
import { useRead } from "#console/calls/use-endpoint.ts";

const FOR_EVER = Number.POSITIVE_INFINITY;

interface ServiceFieldProps {
  readonly label: string;
  readonly onPick?: (service: Service) => void;
}

/** Field `serviceID`. */
export function ServiceField({ label, onPick }: ServiceFieldProps) {
  const groups = useRead(
    referenceDataEndpoints.serviceGroupList,
    { query: { orderField: "filterIndex" } },
    { staleTimeMs: FOR_EVER },
  );
  const services = useRead(referenceDataEndpoints.serviceList, {}, { staleTimeMs: FOR_EVER });
  const tree = useMemo(
    () =>
      (groups.data?.items ?? []).map((group) => ({
        value: `group-${group.id}`,
        title: group.title,
        search: group.title,
        selectable: false,
        children: (services.data?.items ?? [])
          .filter(({ groupID, isActive }) => groupID === group.id && isActive)
          .map(({ id, title, code }) => ({
            value: id,
            title,
            search: `${title} ${code} ${group.title}`,
          })),
      })),
    [groups.data, services.data],
  );
  // A search expands the tree once: branches loaded later would stay closed.
  const isLoading = services.isLoading || groups.isLoading;
  const handleChange = (id: number) => {
    const service = services.data?.items.find((one) => one.id === id);
    if (service) onPick?.(service);
  };
  return (
    <Form.Item name="serviceID" label={label}>
      <TreeSelect<number>
        showSearch
        treeNodeFilterProp="search"
        treeData={tree}
        loading={isLoading}
        disabled={isLoading}
        placeholder="Название, код или группа"
        notFoundContent="Такой услуги нет"
        onSelect={handleChange}
      />
    </Form.Item>
  );
}
