import { useRef, useState } from "react";
import { openModal } from "#web/modals/modal-store.ts";
import { readCookie, writeCookie } from "#web/session/cookies.ts";
import { hasAcceptedCookies } from "../cookie-choice.ts";
import { useRoomBelow } from "../use-room-below.ts";
import { reportAppInterest } from "./app-interest.ts";
import { phoneSystem } from "./phone-system.ts";

/** Source: specification §9, «Cookies». */
const CLOSED = "MobileBlock-closed";
const CLOSED_SECONDS = 30 * 24 * 60 * 60;
/** Source: specification §6, «The Android banner». */
const QUIET_PAGES =
  /^\/(app\/)?(workman-invite|workman-registry-invite|workman-registry-registration|registration|registration-opf)(\/|$)/;

/** Browser only. At the bottom: it loads late and must shift no layout. After cookie consent. */
export function AndroidBanner({ pathname }: { pathname: string }) {
  const [isClosed, setIsClosed] = useState(
    () => phoneSystem() !== "android" || readCookie(CLOSED) !== null || !hasAcceptedCookies(),
  );
  const bar = useRef<HTMLElement>(null);
  const isGone = isClosed || QUIET_PAGES.test(pathname);
  useRoomBelow(bar, isGone);
  if (isGone) return null;
  const handleOpen = () => {
    reportAppInterest("banner");
    openModal("mobile-app", {});
  };
  const handleClose = () => {
    writeCookie(CLOSED, "true", CLOSED_SECONDS);
    setIsClosed(true);
  };
  return (
    <aside ref={bar} className="bottom-bar" aria-label="Мобильное приложение">
      <p>В приложении удобнее: уведомления о выплатах сразу на телефон.</p>
      <span className="row">
        <button type="button" className="button button-small" onClick={handleOpen}>
          Установить
        </button>
        <button
          type="button"
          className="button button-plain button-small"
          aria-label="Закрыть предложение приложения"
          onClick={handleClose}
        >
          Закрыть
        </button>
      </span>
    </aside>
  );
}
