import { MenuOutlined } from "@ant-design/icons";
import { Badge, Button, Drawer, Menu, type MenuProps } from "antd";
import { createElement, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";
import { HeaderLinks } from "#web/layout/header.tsx";
import { ThemeSwitch } from "#web/layout/theme-switch.tsx";
import { currentOf, useSections, type OpenSection } from "./sections.ts";
import { useWaiting, type Waiting } from "./use-waiting.ts";

const SupportContents = lazy(async () => ({
  default: (await import("#web/layout/support/support-contents.tsx")).SupportContents,
}));
/** Beside «Меню». */
const BAR_LINKS = 4;

/** Links have no query, so pressing the open section resets its list. */
export function SideMenu({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const sections = useSections();
  const waiting = useWaiting();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const current = currentOf(pathname, sections)?.section;
  useEffect(() => {
    nav.current
      ?.querySelector(".ant-menu-item-selected")
      ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [current?.to]);
  if (sections.length === 0) return null;
  return (
    <nav ref={nav} aria-label="Разделы кабинета">
      <Menu
        mode="inline"
        inlineIndent={12}
        selectedKeys={current ? [current.to] : []}
        items={itemsOf(sections, waiting, isCollapsed)}
      />
    </nav>
  );
}

/** Four main sections, the rest behind «Меню». */
export function BottomBar() {
  const sections = useSections();
  const waiting = useWaiting();
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  if (sections.length === 0) return null;
  const main = sections.filter(({ barLabel }) => barLabel !== undefined).slice(0, BAR_LINKS);
  const current = currentOf(pathname, sections)?.section;
  return (
    <>
      <nav className="bottom-nav" aria-label="Главные разделы">
        {main.map((section) => (
          <PageLink
            key={section.to}
            to={section.to}
            aria-current={section.to === current?.to ? "page" : undefined}
          >
            <Badge dot={waiting(section) > 0}>
              {createElement(section.icon, { "aria-hidden": true })}
            </Badge>
            <span>{section.barLabel}</span>
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
        extra={<ThemeSwitch />}
        placement="right"
        width={300}
        open={openedAt === pathname}
        onClose={() => setOpenedAt(null)}
      >
        <SideMenu />
        <HeaderLinks except={sections.map(({ to }) => to)} />
        <Suspense>
          <SupportContents />
        </Suspense>
      </Drawer>
    </>
  );
}

function itemsOf(
  sections: readonly OpenSection[],
  waiting: Waiting,
  isCollapsed: boolean,
): MenuProps["items"] {
  const groups = [...new Set(sections.map(({ group }) => group))];
  return groups.flatMap((group, index): NonNullable<MenuProps["items"]> => {
    const children = sections
      .filter((section) => section.group === group)
      .map((section) => itemOf(section, waiting(section), isCollapsed));
    if (group === undefined) return children;
    return isCollapsed
      ? [...(index > 0 ? [{ type: "divider" as const }] : []), ...children]
      : [{ type: "group", key: group, label: group, children }];
  });
}

function itemOf({ to, label, icon }: OpenSection, count: number, isCollapsed: boolean) {
  const sign = createElement(icon, { "aria-hidden": true });
  return {
    key: to,
    title: count > 0 ? `${label}, ждёт: ${count}` : label,
    icon: isCollapsed ? (
      <Badge dot={count > 0} offset={[-2, 12]}>
        {sign}
      </Badge>
    ) : (
      sign
    ),
    label: <PageLink to={to}>{label}</PageLink>,
    extra:
      count > 0 && !isCollapsed ? (
        <Badge count={count} size="small" title={`Ждёт: ${count}`} />
      ) : null,
  };
}
