import { useSyncExternalStore } from "react";
import { phoneSystem } from "#web/layout/mobile-app/phone-system.ts";
import { toast } from "#web/ui/toasts.ts";

/** Chrome's; not in the DOM library. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const HOW_ON_IPHONE = "Нажмите «Поделиться», затем «На экран „Домой“»";

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

/** Before the browser offers it, which it does once, soon after the page has loaded. */
export function watchInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    // The person is not interrupted: it stands in his menu.
    event.preventDefault();
    change(event as InstallPromptEvent);
  });
  addEventListener("appinstalled", () => change(null));
}

/** `null` where the browser offers nothing, or the page is the installed app. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(
    subscribe,
    () => offered,
    () => null,
  );
  if (prompt)
    return () => {
      change(null);
      void prompt.prompt();
    };
  return phoneSystem() === "ios" && !matchMedia("(display-mode: standalone)").matches
    ? () => void toast({ type: "info", message: HOW_ON_IPHONE, durationMs: 10_000 })
    : null;
}

function change(next: InstallPromptEvent | null): void {
  offered = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
