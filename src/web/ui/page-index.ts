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

/** `https://example.ru`. */
export function siteOrigin(): string {
  return consoleConfig().siteOrigin || location.origin;
}

/** Links to other URLs are not rendered. */
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

/** Without a registration page, a flag of sign-in. */
export function useRegistrationAddress(): string {
  return useHasPage()("/app/registration")
    ? "/app/registration"
    : "/app/authorization?registration";
}

function pathOfAddress(address: string): string {
  return address.split(/[?#]/)[0] ?? address;
}
