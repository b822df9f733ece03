import { createContext, useContext } from "react";
import { matchPath, type Params } from "react-router";

/** What the layout knows of the product's addresses; the app provides it. */
export interface KnownPages {
  /** All addresses that have a page. */
  readonly patterns: readonly {
    readonly path: string;
    readonly accepts?: (params: Params) => boolean;
  }[];
  /** Begins to load the screen of an address the person is about to open. */
  readonly prefetch: (address: string) => void;
}

export const PageIndex = createContext<KnownPages>({ patterns: [], prefetch: () => undefined });

/** What absolute links begin with, where it is not the browser that knows: `https://example.ru`. */
export const SiteOrigin = createContext<string | null>(null);

/** `https://example.ru`: what absolute links begin with. */
export function useSiteOrigin(): string {
  return useContext(SiteOrigin) ?? location.origin;
}

/**
 * @returns whether an address (query and hash apart) has a page: links that would lead nowhere are
 *   not drawn.
 */
export function useHasPage(): (address: string) => boolean {
  const { patterns } = useContext(PageIndex);
  return (address) =>
    patterns.some(({ path, accepts }) => {
      const match = matchPath(path, pathOfAddress(address));
      return match !== null && (accepts?.(match.params) ?? true);
    });
}

/** Handlers that load the screen behind a link while the pointer is over it or focus is on it. */
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

/** Where a guest registers: the page, or the flag of the sign-in page while there is none. */
export function useRegistrationAddress(): string {
  return useHasPage()("/app/registration")
    ? "/app/registration"
    : "/app/authorization?registration";
}

function pathOfAddress(address: string): string {
  return address.split(/[?#]/)[0] ?? address;
}
