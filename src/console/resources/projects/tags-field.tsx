import { Form, Select } from "antd";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { MAX_JOB_TAGS } from "#contract/projects/project.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";

/** Field `jobTagsIDs` of a form, or `name`: tags of the company. */
export function TagsField({ label = "Теги", name = "jobTagsIDs", placeholder = "Без тегов" }: { readonly label?: string; readonly name?: string; readonly placeholder?: string }) {
  const { data, isLoading } = useRead(projectEndpoints.tags, {}, { silent: true });
  const options = (data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Form.Item name={name} label={label}>
      <Select<number[]> mode="multiple" allowClear maxCount={MAX_JOB_TAGS} optionFilterProp="label" loading={isLoading} options={options} placeholder={placeholder} notFoundContent="Тегов нет" />
    </Form.Item>
  );
}
