import { Badge, Tag } from "antd";

/** Presets of Ant Design that differ in both themes. */
const COLORS = [
  "blue",
  "green",
  "orange",
  "purple",
  "cyan",
  "magenta",
  "gold",
  "red",
  "geekblue",
  "lime",
  "volcano",
] as const;

export function tagColor(id: number): string {
  return COLORS[id % COLORS.length] ?? COLORS[0];
}

/** A coloured dot: the title is readable in both themes. */
export function TagList({
  tags,
}: {
  readonly tags: readonly { readonly id: number; readonly title: string }[];
}) {
  if (tags.length === 0) return "—";
  return tags.map(({ id, title }) => (
    <Tag key={id} bordered={false}>
      <Badge color={tagColor(id)} text={title} />
    </Tag>
  ));
}
