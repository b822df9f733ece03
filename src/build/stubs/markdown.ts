/**
 * Stands for `react-markdown` and `remark-gfm`, which `@refinedev/antd` brings for its
 * MarkdownField; the console shows no markdown.
 */
export default function Markdown({ children }: { children?: unknown }) {
  return children ?? null;
}
