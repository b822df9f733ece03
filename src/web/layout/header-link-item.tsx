import { useLocation } from "react-router";
import { openModal } from "#web/modals/modal-store.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import type { HeaderLink } from "./header-menu.ts";
import { reportAppInterest } from "./mobile-app/app-interest.ts";

interface HeaderLinkItemProps {
  readonly link: HeaderLink;
  /** Closes the menu. */
  readonly onFollow?: () => void;
}

export function HeaderLinkItem({ link, onFollow }: HeaderLinkItemProps) {
  const { pathname } = useLocation();
  if ("modal" in link) {
    const handleOpen = () => {
      onFollow?.();
      reportAppInterest("header");
      openModal(link.modal, {});
    };
    return (
      <button type="button" data-place={link.place} onClick={handleOpen}>
        {link.label}
      </button>
    );
  }
  // An anchor is not the current page.
  const isHere = !link.isPart && link.to === pathname;
  return (
    <PageLink
      to={link.to}
      data-place={link.place}
      aria-current={isHere ? "page" : undefined}
      target={link.isNewTab ? "_blank" : undefined}
      rel={link.isNewTab ? "noopener" : undefined}
      onClick={onFollow}
    >
      {link.label}
    </PageLink>
  );
}
