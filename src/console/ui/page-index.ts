import { createContext, useContext } from "react";
import { matchAddress, type AddressPattern } from "#console/providers/address-pattern.ts";

/** What the layout knows of the product's addresses; the app provides it. */
export interface KnownPages {
  /** All addresses that have a page. */
  readonly patterns: readonly AddressPattern[];
  /** Begins to load the screen of an address the person is about to open. */
  readonly prefetch: (address: string) => void;
  /** What absolute links begin with, where it is not the browser that knows. */
  readonly origin?: string;
}

export const PageIndex = createContext<KnownPages>({ patterns: [], prefetch: () => undefined });

/** `https://example.ru`: what absolute links begin with. */
export function useSiteOrigin(): string {
  return useContext(PageIndex).origin ?? location.origin;
}

/** @returns whether an address (query and hash apart) has a page: links that would lead nowhere are not drawn. */
export function useHasPage(): (address: string) => boolean {
  const { patterns } = useContext(PageIndex);
  return (address) => patterns.some((pattern) => matchAddress(pattern, pathOfAddress(address)) !== null);
}

/** Handlers that load the screen behind a link while the pointer is over it or focus is on it. */
export function usePrefetch(): (address: string) => { onMouseEnter: () => void; onFocus: () => void } {
  const { prefetch } = useContext(PageIndex);
  return (address) => ({ onMouseEnter: () => prefetch(pathOfAddress(address)), onFocus: () => prefetch(pathOfAddress(address)) });
}

/** Where a guest registers: the page, or the flag of the sign-in page while there is none. */
export function useRegistrationAddress(): string {
  return useHasPage()("/app/registration") ? "/app/registration" : "/app/authorization?registration";
}

function pathOfAddress(address: string): string {
  return address.split(/[?#]/)[0] ?? address;
}
