import { Menu } from "antd";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";

export interface ListTab {
  readonly to: string;
  readonly label: string;
  /** Waiting in the list; hidden when zero. */
  readonly count?: number | undefined;
}

export function ListTabs({
  label,
  tabs,
  open,
}: {
  readonly label: string;
  readonly tabs: readonly ListTab[];
  /** By default the one with the page's address. */
  readonly open?: string;
}) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const counts = tabs.map(({ count }) => count ?? "").join();
  // Counts loaded later move the tabs: scroll to the selected one again.
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
      {/* Overflowing tabs scroll: links hidden behind «…» are not reachable by keyboard. */}
      <Menu mode="horizontal" disabledOverflow selectedKeys={[open ?? pathname]} items={items} />
    </nav>
  );
}
