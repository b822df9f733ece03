import { useSelect } from "@refinedev/antd";
import { Form, Select, type SelectProps } from "antd";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import type { Project } from "#contract/projects/project.ts";

/** @param emptyText - label of an empty value. */
export function ProjectsField({
  emptyText,
  name = "projectIDs",
}: {
  readonly emptyText?: string;
  readonly name?: string;
}) {
  const selectProps = useProjectSelect();
  return (
    <Form.Item name={name} label="Проекты" extra={emptyText}>
      <Select
        {...selectProps}
        mode="multiple"
        placeholder="Все проекты"
        notFoundContent="Таких проектов нет"
      />
    </Form.Item>
  );
}

/** Field `projectID`. */
export function ProjectField({ label = "Проект" }: { readonly label?: string }) {
  const selectProps = useProjectSelect();
  return (
    <Form.Item name="projectID" label={label}>
      <Select
        {...selectProps}
        allowClear
        placeholder="Без проекта"
        notFoundContent="Таких проектов нет"
      />
    </Form.Item>
  );
}

/** For a choice of another shape. */
export function useProjectSelect() {
  const { selectProps } = useSelect<Project>({
    resource: "projects",
    optionLabel: "title",
    pagination: { currentPage: 1, pageSize: MAX_PER_PAGE },
    sorters: [{ field: "title", order: "asc" }],
    onSearch: (value) => [{ field: "search", operator: "contains", value }],
  });
  // Refine types the value as the whole option; it is the id.
  return selectProps as SelectProps;
}
