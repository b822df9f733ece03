import type { ReactNode } from "react";
import { useSession } from "#web/session/session.ts";
import { DemoTag } from "./demo-tag.tsx";
import { HeaderLinkItem } from "./header-link-item.tsx";
import { headerLinks } from "./header-menu.ts";
import { HelpMenu } from "./help-menu.tsx";
import { Logo } from "./logo.tsx";
import { useHasPage, useRegistrationAddress } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./layout.css";

interface HeaderProps {
  readonly tools?: ReactNode;
  readonly person?: ReactNode;
}

/** Of the site. Only the links depend on the role. */
export function Header({ tools, person }: HeaderProps) {
  const { status, me } = useSession();
  const registration = useRegistrationAddress();
  return (
    <header className="header">
      <div className="header-inner">
        <Logo />
        <DemoTag />
        <HeaderLinks />
        <div className="header-tools">
          {tools}
          {me ? <HelpMenu me={me} /> : null}
          <ThemeSwitch />
          {person}
          {status === "guest" ? (
            <>
              <PageLink className="header-register" to={registration}>
                Зарегистрироваться
              </PageLink>
              <PageLink className="button button-small" to="/app/authorization">
                Войти
              </PageLink>
            </>
          ) : null}
        </div>
      </div>
    </header>
  );
}

interface HeaderLinksProps {
  readonly except?: readonly string[];
}

/** On a phone the console's menu has them. */
export function HeaderLinks({ except = [] }: HeaderLinksProps) {
  const { me } = useSession();
  const links = headerLinks(me, useHasPage()).filter(
    (link) => !("to" in link && except.includes(link.to)),
  );
  return (
    <nav className="header-links" aria-label="Главное меню">
      {links.map((link) => (
        <HeaderLinkItem key={link.label} link={link} />
      ))}
    </nav>
  );
}
