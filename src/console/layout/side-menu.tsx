import { MenuOutlined } from "@ant-design/icons";
import { Button, Drawer, Menu, type MenuProps } from "antd";
import { createElement, useState } from "react";
import { useLocation } from "react-router";
import { useAccess } from "#web/session/access.ts";
import { MENU_SECTIONS, type MenuLink } from "#console/noun-module.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { HeaderLinks } from "#web/layout/header.tsx";

/** Beside «Меню». */
const BAR_LINKS = 4;

interface SideMenuProps {
  readonly links: readonly MenuLink[];
  readonly isCollapsed?: boolean;
}

/** Links have no query, so pressing the open section resets its list. */
export function SideMenu({ links, isCollapsed = false }: SideMenuProps) {
  const allowed = useAllowed(links);
  const { pathname } = useLocation();
  if (allowed.length === 0) return null;
  const current = sectionOf(pathname, allowed);
  return (
    <nav aria-label="Разделы кабинета">
      <Menu
        mode="inline"
        inlineIndent={12}
        selectedKeys={current ? [current.to] : []}
        items={itemsOf(allowed, isCollapsed)}
      />
    </nav>
  );
}

/** Four main sections, the rest behind «Меню». */
export function BottomBar({ links }: Pick<SideMenuProps, "links">) {
  const allowed = useAllowed(links);
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  if (allowed.length === 0) return null;
  const main = allowed.filter(({ barLabel }) => barLabel !== undefined).slice(0, BAR_LINKS);
  const current = sectionOf(pathname, allowed);
  return (
    <>
      <nav className="bottom-nav" aria-label="Главные разделы">
        {main.map(({ to, barLabel, icon }) => (
          <PageLink key={to} to={to} aria-current={to === current?.to ? "page" : undefined}>
            {createElement(icon, { "aria-hidden": true })}
            <span>{barLabel}</span>
          </PageLink>
        ))}
        <Button type="text" onClick={() => setOpenedAt(pathname)}>
          <MenuOutlined aria-hidden />
          <span>Меню</span>
        </Button>
      </nav>
      {/* Navigation closes the menu. */}
      <Drawer
        title="Разделы"
        placement="right"
        width={300}
        open={openedAt === pathname}
        onClose={() => setOpenedAt(null)}
      >
        <SideMenu links={links} />
        <HeaderLinks except={links.map(({ to }) => to)} />
      </Drawer>
    </>
  );
}

function useAllowed(links: readonly MenuLink[]): MenuLink[] {
  const access = useAccess();
  return links.filter((link) => access(link.access).can);
}

function itemsOf(links: readonly MenuLink[], isCollapsed: boolean): MenuProps["items"] {
  return MENU_SECTIONS.flatMap((section, index): NonNullable<MenuProps["items"]> => {
    const children = links
      .filter((link) => link.section === section)
      .map(({ to, label, icon }) => ({
        key: to,
        icon: createElement(icon, { "aria-hidden": true }),
        title: label,
        label: <PageLink to={to}>{label}</PageLink>,
      }));
    if (children.length === 0) return [];
    return isCollapsed
      ? [...(index > 0 ? [{ type: "divider" as const }] : []), ...children]
      : [{ type: "group", key: section, label: section, children }];
  });
}

/** The longest matching path. `/profile` matches only itself: every section is below it. */
function sectionOf(pathname: string, links: readonly MenuLink[]): MenuLink | undefined {
  const isIn = (address: string) =>
    pathname === address || (address !== "/profile" && pathname.startsWith(`${address}/`));
  return links
    .filter(({ to, alsoAt = [] }) => [to, ...alsoAt].some(isIn))
    .sort((a, b) => b.to.length - a.to.length)[0];
}
