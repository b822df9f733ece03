import { Select, Tabs } from "antd";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useIsPhone } from "./use-is-phone.ts";

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

const MOST_ON_PHONE = 3;

/** Many sections are a select on a phone. The open one is in the URL. */
export function SectionTabs({ sections }: { readonly sections: readonly Section[] }) {
  const [query, setQuery] = useSearchParams();
  const isPhone = useIsPhone();
  const open = sections.find(({ key }) => key === query.get("tab")) ?? sections[0];
  if (!open) return null;
  // Keep the scroll position.
  const handleChange = (key: string) =>
    setQuery((before) => (before.set("tab", key), before), { preventScrollReset: true });
  return (
    <Tabs
      size="small"
      activeKey={open.key}
      destroyOnHidden
      // Only the bar differs: a turned phone keeps what was typed in a section.
      renderTabBar={(bar, TabBar) =>
        isPhone && sections.length > MOST_ON_PHONE ? (
          <Select
            aria-label="Раздел"
            value={open.key}
            options={sections.map(({ key, title }) => ({ value: key, label: title }))}
            style={{ width: "100%", marginBottom: 12 }}
            onChange={handleChange}
          />
        ) : (
          <TabBar {...bar} />
        )
      }
      items={sections.map(({ key, title, content }) => ({ key, label: title, children: content }))}
      onChange={handleChange}
    />
  );
}
