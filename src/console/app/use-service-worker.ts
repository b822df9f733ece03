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
    // Where it may keep nothing the page is what it was.
    return afterLoad(() => void start(() => client.invalidateQueries()).catch(() => undefined));
  }, [client, isOffered, party]);
}

async function start(readQueries: () => Promise<void>): Promise<void> {
  const { me } = currentSession();
  if (!me) return;
  const { startServiceWorker } = await import("./start-service-worker.ts");
  await startServiceWorker(me, () => {
    void reloadMe().catch(() => undefined);
    void readQueries();
  });
}
