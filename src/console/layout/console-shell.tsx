import { Layout } from "antd";
import { useState, type ReactNode } from "react";
import { PrintHead } from "#console/kit/print-head.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { Banners } from "#web/layout/banners.tsx";
import { BreadcrumbTrail } from "#web/layout/breadcrumb-trail.tsx";
import { CookieConsent } from "#web/layout/cookie-consent.tsx";
import { Footer } from "#web/layout/footer.tsx";
import { ConsoleHeader } from "#web/layout/console-header.tsx";
import { SectionPlaces } from "./section-places.tsx";
import { BottomBar, SideMenu } from "./side-menu.tsx";
import { useMainFocus } from "#web/layout/use-main-focus.ts";
import "#web/layout/layout.css";
import "./console-shell.css";

const COLLAPSED = "sideMenuCollapsed";
const NARROW = "(max-width: 1279px)";

interface ConsoleShellProps {
  readonly company: ReactNode;
  readonly search: ReactNode;
  readonly tools: ReactNode;
  readonly person: ReactNode;
  /** For pages that name their own. */
  readonly crumb?: string;
  readonly children: ReactNode;
}

/** Full width; sections at the side or at a phone's bottom. */
export function ConsoleShell({
  company,
  search,
  tools,
  person,
  crumb,
  children,
}: ConsoleShellProps) {
  const main = useMainFocus();
  const isPhone = useIsPhone();
  const [isCollapsed, setIsCollapsed] = useState(rememberedCollapsed);
  const collapse = (collapsed: boolean) => {
    setIsCollapsed(collapsed);
    localStorage.setItem(COLLAPSED, String(collapsed));
  };
  return (
    <Layout className="shell console">
      <a className="skip-link" href="#main" onClick={() => main.current?.focus()}>
        К содержанию
      </a>
      <Banners />
      <ConsoleHeader company={company} search={search} tools={tools} person={person} />
      <Layout hasSider={!isPhone}>
        {isPhone ? null : (
          <Layout.Sider
            className="console-sider"
            width={236}
            collapsedWidth={56}
            collapsible
            collapsed={isCollapsed}
            onCollapse={collapse}
          >
            <SideMenu isCollapsed={isCollapsed} />
          </Layout.Sider>
        )}
        <div className="console-page">
          <main id="main" ref={main} tabIndex={-1} className="console-main">
            <BreadcrumbTrail name={crumb} />
            <SectionPlaces />
            <PrintHead />
            {children}
          </main>
          <Footer />
        </div>
      </Layout>
      <CookieConsent />
      {isPhone ? <BottomBar /> : null}
    </Layout>
  );
}

/** The person's choice, else by width. Synchronous against a layout shift. */
function rememberedCollapsed(): boolean {
  const chosen = localStorage.getItem(COLLAPSED);
  return chosen === null ? matchMedia(NARROW).matches : chosen === "true";
}
