import { createContext, useContext } from "react";
import { matchPath, type Params } from "react-router";
import { consoleConfig } from "#web/wire/console-config.ts";

export interface KnownPages {
  readonly patterns: readonly {
    readonly path: string;
    readonly accepts?: (params: Params) => boolean;
  }[];
  readonly prefetch: (address: string) => void;
}

export const PageIndex = createContext<KnownPages>({ patterns: [], prefetch: () => undefined });

/** `https://example.ru`, for absolute links. */
export function siteOrigin(): string {
  return consoleConfig().siteOrigin || location.origin;
}

/** For URLs without query and hash; links to others are not rendered. */
export function useHasPage(): (address: string) => boolean {
  const { patterns } = useContext(PageIndex);
  return (address) =>
    patterns.some(({ path, accepts }) => {
      const match = matchPath(path, pathOfAddress(address));
      return match !== null && (accepts?.(match.params) ?? true);
    });
}

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

/** Of guests; a flag of the sign-in page if there is no such page. */
export function useRegistrationAddress(): string {
  return useHasPage()("/app/registration")
    ? "/app/registration"
    : "/app/authorization?registration";
}

function pathOfAddress(address: string): string {
  return address.split(/[?#]/)[0] ?? address;
}
