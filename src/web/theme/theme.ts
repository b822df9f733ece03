import { useSyncExternalStore } from "react";
import { writeCookie } from "#web/session/cookies.ts";
import { isPrinting, subscribePrinting } from "./printing.ts";

/** `system` follows the device. */
export type ThemeChoice = "system" | "light" | "dark";
export type Theme = "light" | "dark";

const KEY = "theme";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const listeners = new Set<() => void>();
const dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

/** Before the first paint. */
export function startTheme(): void {
  apply();
  dark?.addEventListener("change", apply);
  subscribePrinting(apply);
}

function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  // The server renders the theme.
  writeCookie(KEY, choice, choice === "system" ? 0 : YEAR_SECONDS);
  apply();
}

/** Paper is white. */
function currentTheme(): Theme {
  if (isPrinting()) return "light";
  const choice = themeChoice();
  return choice === "system" ? deviceTheme() : choice;
}

export function deviceTheme(): Theme {
  return dark?.matches ? "dark" : "light";
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => "light");
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice, () => "system");
}

function apply(): void {
  document.documentElement.dataset.theme = currentTheme();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
