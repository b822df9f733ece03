import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { afterLoad } from "#web/live/after-load.ts";
import { currentSession, reloadMe, useSession } from "#web/session/session.ts";

/** For workers, after the page has loaded; a visitor and a company's people do without. */
export function useServiceWorker(): void {
  const client = useQueryClient();
  const { me } = useSession();
  const isOffered = me?.isWorkman ?? false;
  const party = me && `${me.id}/${me.currentAccountID}`;
  useEffect(() => {
    if (!import.meta.env.PROD || !isOffered || !("serviceWorker" in navigator)) return;
    return afterLoad(() => void start(() => void client.invalidateQueries()));
  }, [client, isOffered, party]);
}

async function start(readQueries: () => void): Promise<void> {
  const { me } = currentSession();
  if (!me) return;
  const { startServiceWorker } = await import("./start-service-worker.ts");
  await startServiceWorker(me, () => {
    void reloadMe();
    readQueries();
  });
}
