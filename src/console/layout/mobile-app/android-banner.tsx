import { useState } from "react";
import { openModal } from "#console/modals/modal-store.ts";
import { readCookie, writeCookie } from "#console/providers/cookies.ts";
import { reportAppInterest } from "./app-interest.ts";
import { phoneSystem } from "./phone-system.ts";

/** Source: specification §9, «Cookies». */
const CLOSED = "MobileBlock-closed";
const CLOSED_SECONDS = 30 * 24 * 60 * 60;
/** Invites and registrations are not interrupted. Source: specification §6, «The Android banner». */
const QUIET_PAGES = /^\/(app\/)?(workman-invite|workman-registry-invite|workman-registry-registration|registration|registration-opf)(\/|$)/;

/** Offers the application on Android, until it is closed. Drawn in a browser only: neither the phone nor the cookie is known elsewhere. */
export function AndroidBanner({ pathname }: { pathname: string }) {
  const [isClosed, setIsClosed] = useState(() => phoneSystem() !== "android" || readCookie(CLOSED) !== null);
  if (isClosed || QUIET_PAGES.test(pathname)) return null;
  const handleOpen = () => {
    reportAppInterest("banner");
    openModal("mobile-app", {});
  };
  const handleClose = () => {
    writeCookie(CLOSED, "true", CLOSED_SECONDS);
    setIsClosed(true);
  };
  return (
    <p className="banner" data-kind="info">
      В приложении удобнее: уведомления о выплатах сразу на телефон
      <button type="button" onClick={handleOpen}>
        Установить
      </button>
      <button type="button" aria-label="Закрыть предложение приложения" onClick={handleClose}>
        Закрыть
      </button>
    </p>
  );
}
