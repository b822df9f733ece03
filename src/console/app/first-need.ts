import { rememberedCity } from "#console/ui/light/remembered-city.ts";
import { subscribeSession, currentSession } from "#console/providers/session.ts";

/** Signs that somebody is about to use the page itself and not only to read it. */
const SIGNS = ["pointerdown", "focusin"] as const;

/**
 * Calls back once, when the server's page no longer does as it is: for whoever is signed in or has chosen a city it says something else, and whoever touches it
 * expects an answer. A link to another page needs nothing, it is followed by the frame.
 */
export function onFirstNeed(wake: () => void): void {
  const main = document.getElementById("main");
  const isKnown = () => currentSession().me !== null || rememberedCity() !== "";
  const isUsed = main !== document.activeElement && main?.contains(document.activeElement);
  if (main === null || isUsed || isKnown()) return wake();
  const needed = () => {
    for (const sign of SIGNS) main.removeEventListener(sign, touched);
    window.removeEventListener("popstate", needed);
    unsubscribe();
    wake();
  };
  const touched = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (target !== main && (link === null || link.pathname === location.pathname)) needed();
  };
  for (const sign of SIGNS) main.addEventListener(sign, touched);
  window.addEventListener("popstate", needed);
  const unsubscribe = subscribeSession(() => isKnown() && needed());
}
