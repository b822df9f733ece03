import type { ReactNode } from "react";
import { useSession } from "#web/session/session.ts";
import { HeaderLinkItem } from "./header-link-item.tsx";
import { headerLinks } from "./header-menu.ts";
import { HelpMenu } from "./help-menu.tsx";
import { useHasPage, useRegistrationAddress } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./layout.css";

interface HeaderProps {
  readonly tools?: ReactNode;
  readonly person?: ReactNode;
  /** Sections are in the side menu. */
  readonly isConsole?: boolean;
}

export function Header({ tools, person, isConsole = false }: HeaderProps) {
  const { status, me } = useSession();
  const registration = useRegistrationAddress();
  return (
    <header className="header" data-sections={isConsole ? "aside" : "line"}>
      <div className="header-inner">
        <PageLink className="logo" to="/" aria-label="Платформа для самозанятых, на главную">
          <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" fill="#0b57b7" />
            <path
              d="M9 22V10h8.5a4.5 4.5 0 0 1 0 9H13"
              fill="none"
              stroke="#fff"
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <span>Самозанятые</span>
        </PageLink>
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
