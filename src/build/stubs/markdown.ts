/**
 * Replaces `react-markdown` and `remark-gfm` of `@refinedev/antd`: the console shows no markdown.
 */
export default function Markdown({ children }: { children?: unknown }) {
  return children ?? null;
}
