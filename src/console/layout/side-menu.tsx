import { useId, useState } from "react";
import { useLocation } from "react-router";
import { MENU_SECTIONS, type MenuLink } from "#console/providers/module.ts";
import { useAccess } from "#console/providers/access.ts";
import { usePrefetch } from "#console/ui/page-index.ts";
import { PageLink } from "#console/ui/page-link.tsx";
import "./side-menu.css";

/**
 * Sections of the cabinet the person may open. A link leads to the bare address, so pressing the open section again resets its
 * list: filters, order and page live in the query.
 */
export function SideMenu({ links }: { links: readonly MenuLink[] }) {
  const access = useAccess();
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const listId = useId();
  const prefetch = usePrefetch();
  const allowed = links.filter((link) => access(link.access).can);
  if (allowed.length === 0) return null;
  // On a phone the menu is folded; going to a page folds it again.
  const isOpen = openedAt === pathname;
  return (
    <nav className="side-menu" aria-label="Разделы кабинета">
      <button type="button" className="side-menu-toggle button button-plain button-small" aria-expanded={isOpen} aria-controls={listId} onClick={() => setOpenedAt(isOpen ? null : pathname)}>
        Разделы
      </button>
      <div id={listId} className="side-menu-list" data-open={isOpen || undefined}>
        {MENU_SECTIONS.map((section) => {
          const inSection = allowed.filter((link) => link.section === section);
          return inSection.length === 0 ? null : (
            <div key={section}>
              <p className="side-menu-section">{section}</p>
              <ul className="plain-list">
                {inSection.map(({ to, label }) => (
                  <li key={to}>
                    <PageLink to={to} aria-current={isAt(pathname, to) ? "page" : undefined} {...prefetch(to)}>
                      {label}
                    </PageLink>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </nav>
  );
}

/** On the section's page or below it; everything is below the personal area. */
function isAt(pathname: string, section: string): boolean {
  return pathname === section || (section !== "/profile" && pathname.startsWith(`${section}/`));
}
