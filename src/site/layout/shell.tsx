import type { ReactNode } from "react";
import { Banners } from "#web/layout/banners.tsx";
import { BreadcrumbTrail } from "#web/layout/breadcrumb-trail.tsx";
import { CookieConsent } from "#web/layout/cookie-consent.tsx";
import { Footer } from "#web/layout/footer.tsx";
import { Header } from "#web/layout/header.tsx";
import { SupportCorner } from "#web/layout/support/support-corner.tsx";
import { useMainFocus } from "#web/layout/use-main-focus.ts";
import "#web/layout/layout.css";

interface ShellProps {
  /** Parts of the console in the header: balance and notices. */
  readonly tools?: ReactNode;
  /** Menu of the signed-in person. */
  readonly person?: ReactNode;
  /** Name of the page for its last crumb. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** Frame of the site's pages, at most 1280 px wide: banners, header, trail, the screen, footer. */
export function Shell({ tools, person, name, children }: ShellProps) {
  const main = useMainFocus();
  return (
    <div className="shell">
      <a className="skip-link" href="#main" onClick={() => main.current?.focus()}>
        К содержанию
      </a>
      <Banners />
      <Header tools={tools} person={person} />
      <div className="shell-body">
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
