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
  readonly tools?: ReactNode;
  readonly person?: ReactNode;
  /** Last breadcrumb. */
  readonly name?: string;
  readonly children: ReactNode;
}

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
