import { Select, Tabs } from "antd";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useIsPhone } from "./use-is-phone.ts";

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** As many tabs as a phone shows without hiding the others behind «…». */
const MOST_ON_PHONE = 3;

/**
 * Parts of a record as tabs, on a phone as a choice when they are many; the open one stands in the
 * address, the first one is open without it.
 */
export function SectionTabs({ sections }: { readonly sections: readonly Section[] }) {
  const [query, setQuery] = useSearchParams();
  const isPhone = useIsPhone();
  const open = sections.find(({ key }) => key === query.get("tab")) ?? sections[0];
  if (!open) return null;
  // The head above stays where it is.
  const handleChange = (key: string) =>
    setQuery((before) => (before.set("tab", key), before), { preventScrollReset: true });
  if (isPhone && sections.length > MOST_ON_PHONE) {
    return (
      <>
        <Select
          aria-label="Раздел"
          value={open.key}
          options={sections.map(({ key, title }) => ({ value: key, label: title }))}
          style={{ width: "100%", marginBottom: 12 }}
          onChange={handleChange}
        />
        {open.content}
      </>
    );
  }
  return (
    <Tabs
      size="small"
      activeKey={open.key}
      destroyOnHidden
      items={sections.map(({ key, title, content }) => ({ key, label: title, children: content }))}
      onChange={handleChange}
    />
  );
}
