import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { openModal } from "#web/modals/modal-store.ts";
import { useSession } from "#web/session/session.ts";
import { headerLinks, type HeaderLink } from "./header-menu.ts";
import { reportAppInterest } from "./mobile-app/app-interest.ts";
import { useHasPage, useRegistrationAddress } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./layout.css";

interface HeaderProps {
  readonly tools?: ReactNode;
  readonly person?: ReactNode;
  /** Paths shown in the page's own menu, omitted in the header. */
  readonly except?: readonly string[];
}

/** Header of every page; only the links depend on the role. */
export function Header({ tools, person, except }: HeaderProps) {
  const { status } = useSession();
  const registration = useRegistrationAddress();
  return (
    <header className="header">
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
        <HeaderLinks except={except} />
        <div className="header-tools">
          {tools}
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

/** Header links by role; on a phone the console has them in its menu. */
export function HeaderLinks({ except = [] }: Pick<HeaderProps, "except">) {
  const { me } = useSession();
  const { pathname } = useLocation();
  const links = headerLinks(me, useHasPage()).filter(
    (link) => !("to" in link && except.includes(link.to)),
  );
  return (
    <nav className="header-links" aria-label="Главное меню">
      {links.map((link) => (
        <MenuLink key={link.label} link={link} pathname={pathname} />
      ))}
    </nav>
  );
}

function MenuLink({ link, pathname }: { link: HeaderLink; pathname: string }) {
  if ("modal" in link) {
    const handleOpen = () => {
      reportAppInterest("header");
      openModal(link.modal, {});
    };
    return (
      <button type="button" onClick={handleOpen}>
        {link.label}
      </button>
    );
  }
  // An anchor does not count as the current page.
  const isHere = !link.isPart && link.to === pathname;
  return (
    <PageLink
      to={link.to}
      aria-current={isHere ? "page" : undefined}
      target={link.isNewTab ? "_blank" : undefined}
      rel={link.isNewTab ? "noopener" : undefined}
    >
      {link.label}
    </PageLink>
  );
}
