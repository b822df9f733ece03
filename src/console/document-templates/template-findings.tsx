import { Alert } from "antd";

export function TemplateFindings({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  const list = (
    <ul style={{ margin: 0, paddingInlineStart: 20 }}>
      {problems.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  );
  return (
    <Alert
      style={{ margin: "12px 0" }}
      type="error"
      showIcon
      role="alert"
      message="Исправьте файл и загрузите его снова"
      description={list}
    />
  );
}
