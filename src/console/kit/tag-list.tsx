import { Badge, Tag } from "antd";

/** Presets of Ant Design that are told apart in both themes. */
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

/** A tag has the same colour wherever it stands. */
export function tagColor(id: number): string {
  return COLORS[id % COLORS.length] ?? COLORS[0];
}

/**
 * Tags of a record; the colour is a dot beside the title, so that the title can be read in both
 * themes.
 */
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
