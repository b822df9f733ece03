import { useEffect } from "react";

/** Once the screen has loaded, and only where somebody has allowed notices. */
export function useKeptPush(personId: number | undefined, isIdle: boolean): void {
  useEffect(() => {
    if (personId === undefined || !isIdle || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    void import("#web/push/push.ts")
      .then(({ keepPush }) => keepPush(personId))
      // The next sign-in or page tries again.
      .catch(() => undefined);
  }, [personId, isIdle]);
}
