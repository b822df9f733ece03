import { useState } from "react";
import { Link } from "react-router";
import { useHasPage } from "#console/ui/page-index.ts";
import "./banners.css";

/** Source: specification §9, «A local flag cookieAccepted is set to true on consent». */
const ACCEPTED = "cookieAccepted";
const POLICY = "/documents/data-policy";

/** Asks once for consent to cookies; it stands over nothing that is needed and takes no focus. */
export function CookieConsent() {
  const [isAccepted, setIsAccepted] = useState(() => localStorage.getItem(ACCEPTED) === "true");
  const hasPage = useHasPage();
  if (isAccepted) return null;
  const handleAccept = () => {
    localStorage.setItem(ACCEPTED, "true");
    setIsAccepted(true);
  };
  return (
    <aside className="cookie-consent" aria-label="Согласие на использование файлов cookie">
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
