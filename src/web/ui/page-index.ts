import { createContext, useContext } from "react";
import { matchPath, type Params } from "react-router";
import { consoleConfig } from "#web/wire/console-config.ts";

/** The product's routes, provided by the app. */
export interface KnownPages {
  /** All path patterns with a page. */
  readonly patterns: readonly {
    readonly path: string;
    readonly accepts?: (params: Params) => boolean;
  }[];
  /** Preloads the screen of a URL. */
  readonly prefetch: (address: string) => void;
}

export const PageIndex = createContext<KnownPages>({ patterns: [], prefetch: () => undefined });

/** Origin of absolute links: `https://example.ru`. */
export function siteOrigin(): string {
  return consoleConfig().siteOrigin || location.origin;
}

/** @returns whether a URL (without query and hash) has a page; links to others are not rendered. */
export function useHasPage(): (address: string) => boolean {
  const { patterns } = useContext(PageIndex);
  return (address) =>
    patterns.some(({ path, accepts }) => {
      const match = matchPath(path, pathOfAddress(address));
      return match !== null && (accepts?.(match.params) ?? true);
    });
}

/** Handlers that preload a link's screen on hover and focus. */
export function usePrefetch(): (address: string) => {
  onMouseEnter: () => void;
  onFocus: () => void;
} {
  const { prefetch } = useContext(PageIndex);
  return (address) => ({
    onMouseEnter: () => prefetch(pathOfAddress(address)),
    onFocus: () => prefetch(pathOfAddress(address)),
  });
}

/** Registration page of guests, or the flag of the sign-in page if there is none. */
export function useRegistrationAddress(): string {
  return useHasPage()("/app/registration")
    ? "/app/registration"
    : "/app/authorization?registration";
}

function pathOfAddress(address: string): string {
  return address.split(/[?#]/)[0] ?? address;
}
