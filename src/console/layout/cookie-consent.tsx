import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useHasPage } from "#console/ui/page-index.ts";
import "./banners.css";

/** Source: specification §9, «A local flag cookieAccepted is set to true on consent». */
const ACCEPTED = "cookieAccepted";
/** Above and below the banner, `banners.css`. */
const MARGINS_PX = 24;
const POLICY = "/documents/data-policy";

/** Asks once for consent to cookies; it stands over nothing that is needed and takes no focus. */
export function CookieConsent() {
  // Whether somebody has agreed only the browser knows: the server's page does not ask.
  const [isAccepted, setIsAccepted] = useState(true);
  useEffect(() => setIsAccepted(localStorage.getItem(ACCEPTED) === "true"), []);
  const hasPage = useHasPage();
  const banner = useRef<HTMLElement>(null);
  useRoomBelow(banner, isAccepted);
  if (isAccepted) return null;
  const handleAccept = () => {
    localStorage.setItem(ACCEPTED, "true");
    setIsAccepted(true);
  };
  return (
    <aside ref={banner} className="cookie-consent" aria-label="Согласие на использование файлов cookie">
      <p>
        Мы используем файлы cookie, чтобы вы оставались в системе и чтобы сайт работал.{" "}
        {hasPage(POLICY) ? <Link to={POLICY}>Политика конфиденциальности</Link> : null}
      </p>
      <button type="button" className="button button-small" onClick={handleAccept}>
        Хорошо
      </button>
    </aside>
  );
}

/** The page gets as much room at its end as the banner takes, so that it covers neither the last lines nor a field that has focus. */
function useRoomBelow(banner: React.RefObject<HTMLElement | null>, isGone: boolean): void {
  useLayoutEffect(() => {
    const element = banner.current;
    if (isGone || !element || typeof ResizeObserver !== "function") return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      const room = `${element.offsetHeight + MARGINS_PX}px`;
      document.body.style.paddingBottom = room;
      page.scrollPaddingBottom = room;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.body.style.paddingBottom = "";
      page.scrollPaddingBottom = "";
    };
  }, [banner, isGone]);
}
