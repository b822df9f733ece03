import { Tabs } from "antd";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** Parts of a record as tabs; the open one stands in the address, the first one is open without it. */
export function SectionTabs({ sections }: { readonly sections: readonly Section[] }) {
  const [query, setQuery] = useSearchParams();
  if (sections.length === 0) return null;
  return (
    <Tabs
      size="small"
      activeKey={query.get("tab") ?? sections[0]?.key}
      destroyOnHidden
      items={sections.map(({ key, title: label, content }) => ({ key, label, children: content }))}
      // The head above stays where it is.
      onChange={(key) => setQuery((before) => (before.set("tab", key), before), { preventScrollReset: true })}
    />
  );
}
