import { Form } from "antd";
import { MAX_JOB_TAGS } from "#contract/projects/project.ts";
import { TAGS } from "#console/kit/option-sources.ts";
import { RemoteSelect } from "#console/kit/remote-select.tsx";

export function TagsField({
  label = "Теги",
  name = "jobTagsIDs",
  placeholder = "Без тегов",
}: {
  readonly label?: string;
  readonly name?: string;
  readonly placeholder?: string;
}) {
  return (
    <Form.Item name={name} label={label}>
      <RemoteSelect
        source={TAGS}
        label={label}
        placeholder={placeholder}
        isMultiple
        most={MAX_JOB_TAGS}
      />
    </Form.Item>
  );
}
