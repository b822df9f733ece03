import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { useServerLost } from "#web/wire/server-link.ts";
import { useShownAt } from "#web/offline/shown-at.ts";
import type { TechnicalNotice } from "#contract/technical-notices/technical-notice.ts";
import { technicalNoticeEndpoints } from "#contract/technical-notices/technical-notice-endpoints.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { useIdle } from "#web/live/use-idle.ts";
import { phoneSystem } from "./mobile-app/phone-system.ts";
import "./banners.css";

const MaintenanceBanner = lazy(async () => ({
  default: (await import("./maintenance-banner.tsx")).MaintenanceBanner,
}));
const AndroidBanner = lazy(async () => ({
  default: (await import("./mobile-app/android-banner.tsx")).AndroidBanner,
}));

export function Banners() {
  const isOnline = useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  );
  const isServerLost = useServerLost();
  const shownAt = useShownAt();
  const isLost = !isOnline || isServerLost;
  const lost = isOnline
    ? isServerLost
      ? "Нет связи с сервером. Страница оживёт сама, как только он ответит, ничего не закрывайте"
      : null
    : "Нет подключения к интернету. Связь восстановится сама, ничего не закрывайте";
  return (
    <>
      <output>
        {isLost ? (
          <span className="banner" data-kind="danger">
            {shownAt === null ? lost : `Нет связи. Показано на ${shownAt}`}
          </span>
        ) : null}
      </output>
      <TechnicalNotices />
      <AppOffer />
    </>
  );
}

/** Source: specification §7, «called when the layout is created». */
function TechnicalNotices() {
  const isIdle = useIdle();
  const [notices, setNotices] = useState<readonly TechnicalNotice[]>([]);
  useEffect(() => {
    if (!isIdle) return;
    // A failure shows nothing.
    callEndpoint(technicalNoticeEndpoints.list).then(
      ({ items }) => setNotices(items),
      () => undefined,
    );
  }, [isIdle]);
  return notices.length === 0 ? null : (
    <Suspense>
      <MaintenanceBanner notices={notices} />
    </Suspense>
  );
}

/** Shown on Android. */
function AppOffer() {
  const isIdle = useIdle();
  const { pathname } = useLocation();
  return isIdle && phoneSystem() === "android" ? (
    <Suspense>
      <AndroidBanner pathname={pathname} />
    </Suspense>
  ) : null;
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
