import { currentSession, subscribeSession } from "#console/providers/session.ts";
import { rememberedCity } from "#console/ui/light/remembered-city.ts";
import { followLink } from "#console/ui/page-link.tsx";

/** Signs that somebody is about to use the page itself and not only to read it. */
const SIGNS = ["pointerdown", "focusin"] as const;

/**
 * Calls back once, when the server's page no longer does as it is: for whoever is signed in or has chosen a city it says something else, and whoever touches it
 * expects an answer. A link to another page needs nothing, it is followed from here.
 *
 * Listens before React does, which lets nobody hear of a press on a part that it has not brought to life.
 *
 * @returns stops waiting: the page has been left.
 */
export function onFirstNeed(wake: () => void): () => void {
  const main = document.getElementById("main");
  const isInside = (target: EventTarget | null): target is Element => target instanceof Element && target !== main && main?.contains(target) === true;
  const isKnown = () => currentSession().me !== null || rememberedCity() !== "";
  if (isInside(document.activeElement) || isKnown()) {
    wake();
    return () => undefined;
  }
  const stop = () => {
    for (const sign of SIGNS) window.removeEventListener(sign, touched, true);
    window.removeEventListener("click", pressed, true);
    window.removeEventListener("popstate", needed);
    unsubscribe();
  };
  const needed = () => {
    stop();
    wake();
  };
  const touched = ({ target }: Event) => {
    if (isInside(target) && !leadsElsewhere(target)) needed();
  };
  const pressed = (event: MouseEvent) => {
    if (isInside(event.target) && leadsElsewhere(event.target)) followLink(event);
  };
  for (const sign of SIGNS) window.addEventListener(sign, touched, true);
  window.addEventListener("click", pressed, true);
  window.addEventListener("popstate", needed);
  const unsubscribe = subscribeSession(() => isKnown() && needed());
  return stop;
}

function leadsElsewhere(target: Element): boolean {
  const link = target.closest("a");
  return link !== null && link.pathname !== location.pathname;
}
