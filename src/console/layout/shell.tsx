import type { ReactNode } from "react";
import { Banners } from "./banners.tsx";
import { BreadcrumbTrail } from "./breadcrumb-trail.tsx";
import { CookieConsent } from "./cookie-consent.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { SupportCorner } from "./support/support-corner.tsx";
import { useMainFocus } from "./use-main-focus.ts";
import "./layout.css";

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
