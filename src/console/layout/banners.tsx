import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { consoleConfig } from "#console/providers/console-config.ts";
import { useHasPage } from "#console/ui/page-index.ts";
import "./banners.css";

const SANDBOX = "/sandbox";

/** Lines above the header: what the person must know on every page. */
export function Banners() {
  const hasPage = useHasPage();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine, () => true);
  return (
    <>
      <output>
        {isOnline ? null : <span className="banner" data-kind="danger">Нет подключения к интернету. Связь восстановится сама, ничего не закрывайте</span>}
      </output>
      {consoleConfig().sandbox ? (
        <p className="banner" data-kind="warning">
          Демонстрационный режим: деньги и документы ненастоящие. {hasPage(SANDBOX) ? <Link to={SANDBOX}>Открыть песочницу</Link> : null}
        </p>
      ) : null}
    </>
  );
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
