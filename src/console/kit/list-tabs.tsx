import { Menu } from "antd";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";

export interface ListTab {
  readonly to: string;
  readonly label: string;
  /** How many wait there; none is not said. */
  readonly count?: number;
}

/** Sister lists, each with an address of its own. */
export function ListTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly ListTab[];
}) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const counts = tabs.map(({ count }) => count ?? "").join();
  // The open one is in sight, also when the counts that come later have moved it.
  useEffect(() => {
    nav.current
      ?.querySelector(".ant-menu-item-selected")
      ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [pathname, counts]);
  const items = tabs.map(({ to, label: title, count }) => ({
    key: to,
    label: <PageLink to={to}>{count ? `${title} (${count})` : title}</PageLink>,
  }));
  return (
    <nav ref={nav} aria-label={label} className="list-tabs">
      {/* What does not fit is scrolled to: links hidden behind «…» could not be reached by keyboard. */}
      <Menu mode="horizontal" disabledOverflow selectedKeys={[pathname]} items={items} />
    </nav>
  );
}
