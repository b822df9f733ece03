import { useEffect, useRef, useState } from "react";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { acceptCookies, hasAcceptedCookies } from "./cookie-choice.ts";
import { useRoomBelow } from "./use-room-below.ts";
import "./banners.css";

const POLICY = "/documents/data-policy";

/** Covers nothing important, takes no focus. */
export function CookieConsent() {
  // `true` until hydration: only the browser knows.
  const [isAccepted, setIsAccepted] = useState(true);
  useEffect(() => setIsAccepted(hasAcceptedCookies()), []);
  const hasPage = useHasPage();
  const banner = useRef<HTMLElement>(null);
  useRoomBelow(banner, isAccepted);
  if (isAccepted) return null;
  const handleAccept = () => {
    acceptCookies();
    setIsAccepted(true);
  };
  return (
    <aside ref={banner} className="bottom-bar" aria-label="Согласие на использование файлов cookie">
      <p>
        Мы используем файлы cookie, чтобы вы оставались в системе и чтобы сайт работал.{" "}
        {hasPage(POLICY) ? <PageLink to={POLICY}>Политика конфиденциальности</PageLink> : null}
      </p>
      <button type="button" className="button button-small" onClick={handleAccept}>
        Хорошо
      </button>
    </aside>
  );
}
