import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Banners } from "./banners.tsx";
import { BreadcrumbTrail } from "./breadcrumb-trail.tsx";
import { CookieConsent } from "./cookie-consent.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { SupportCorner } from "./support/support-corner.tsx";
import "./layout.css";

interface ShellProps {
  /** Sections at the side: the cabinet. Without them the page takes the whole width. */
  readonly menu?: ReactNode;
  /** Parts of the cabinet in the header: balance and notices. */
  readonly tools?: ReactNode;
  /** Menu of the signed-in person. */
  readonly person?: ReactNode;
  /** Name of the page for its last crumb. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** Frame of every page, at most 1280 px wide: banners, header, trail, the screen, footer. */
export function Shell({ menu, tools, person, name, children }: ShellProps) {
  const main = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);
  return (
    <div className="shell">
      <a className="skip-link" href="#main" onClick={() => main.current?.focus()}>
        К содержанию
      </a>
      <Banners />
      <Header tools={tools} person={person} />
      <div className="shell-body" data-menu={menu ? "" : undefined}>
        {menu}
        <main id="main" ref={main} tabIndex={-1}>
          <BreadcrumbTrail name={name} />
          {children}
        </main>
      </div>
      <SupportCorner />
      <Footer />
      <CookieConsent />
    </div>
  );
}

/** When the element that had focus went away with its page, focus goes to the new page and not to the top of the document. */
function useFocusAfterNavigation(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
