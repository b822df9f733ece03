import { createElement, Suspense, use, useEffect, useMemo, type ComponentType } from "react";
import { Navigate, useLocation } from "#console/providers/navigation.tsx";
import type { ScreenRoute } from "#console/providers/door.ts";
import { ConsoleHttpError } from "#console/providers/data/http-error.ts";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { PageData, PageMissing, PageMoved, type AnyPublicPage, type PageAddress, type PageReader } from "#console/providers/page-module.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { useNamesOf, usePageTitle } from "#console/ui/page-title.tsx";
import { showHead, tabTitleOf } from "./page-head.ts";
import { onFirstNeed } from "./first-need.ts";
import { pageAddress } from "./light-routes.tsx";
import { ScreenWait } from "./screens.tsx";

/** What a public page needs before it can be drawn. */
export type PreparedPage =
  | { readonly kind: "ready"; readonly screen: ComponentType; readonly page: AnyPublicPage | undefined; readonly data: unknown; readonly address: PageAddress }
  | { readonly kind: "failed"; readonly status: number; readonly message?: string }
  | { readonly kind: "moved"; readonly to: string };

/** Pages kept for going back: what they read, by the entry of the history. */
const MOST_KEPT = 30;
const kept = new Map<string, Promise<PreparedPage>>();
let first: { readonly address: string; readonly page: Promise<PreparedPage> } | null = null;
/** The first page while its scripts are not asked for yet. */
let asleep: { readonly page: Promise<PreparedPage>; readonly stop: () => void } | null = null;

/** Loads the module of a route and what its page reads. Never throws: a failure is a page as well. */
export async function preparePage(route: ScreenRoute, address: PageAddress, read: PageReader, known?: { readonly data: unknown }): Promise<PreparedPage> {
  const { default: screen, page } = await route.screen();
  try {
    const [data] = await Promise.all([known ? known.data : page?.load?.(read, address), page?.prepare?.(address)]);
    return { kind: "ready", screen, page, data, address };
  } catch (thrown) {
    if (thrown instanceof PageMissing) return { kind: "failed", status: 404 };
    if (thrown instanceof PageMoved) return { kind: "moved", to: thrown.to };
    if (thrown instanceof ConsoleHttpError) return { kind: "failed", status: thrown.statusCode, message: thrown.statusCode === 404 ? undefined : thrown.message };
    throw thrown;
  }
}

/**
 * Makes this the first page, drawn at once: on the server, and in the browser over the server's markup.
 *
 * @param address - path and query.
 */
export function seedFirstPage(address: string, prepared: PreparedPage): void {
  kept.clear();
  // Marked as React marks a promise it has seen: it is not waited for.
  first = { address, page: Object.assign(Promise.resolve(prepared), { status: "fulfilled", value: prepared }) };
}

/**
 * Makes this the first page, which stays as the server has drawn it until somebody needs it: React leaves the part that waits alone, and gives life to what is
 * around it.
 *
 * @param prepare - loads what the page needs to live.
 */
export function seedSleepingPage(address: string, prepare: () => Promise<PreparedPage>): void {
  let isNeeded = false;
  let wake = () => undefined as void;
  const page = new Promise<PreparedPage>((ready) => {
    wake = () => ready(prepare());
  });
  first = { address, page };
  const stop = onFirstNeed(() => {
    isNeeded = true;
    asleep = null;
    wake();
  });
  if (!isNeeded) asleep = { page, stop };
}

/** The screen of a public address with its data, its name and its head. */
export function PublicScreen({ route }: { readonly route: ScreenRoute }) {
  const { pathname } = useLocation();
  useNamesOf(pathname);
  useEffect(() => forgetSleepingPage, [pathname]);
  return (
    <Suspense key={pathname} fallback={<ScreenWait />}>
      <PreparedScreen route={route} />
    </Suspense>
  );
}

function PreparedScreen({ route }: { readonly route: ScreenRoute }) {
  const { pathname, search, key } = useLocation();
  const prepared = use(pageOf(route, pathname, search, key));
  if (prepared.kind === "moved") return <Navigate to={prepared.to} replace />;
  if (prepared.kind === "failed") return <ErrorPage status={prepared.status} message={prepared.message} />;
  return <ReadyScreen {...prepared} />;
}

function ReadyScreen({ screen, page, data, address }: Extract<PreparedPage, { kind: "ready" }>) {
  const head = useMemo(() => page?.head(address, data as never), [page, address, data]);
  usePageTitle(head?.crumb, head && tabTitleOf(head));
  useEffect(() => showHead(head, address.path), [head, address.path]);
  return <PageData value={data}>{createElement(screen)}</PageData>;
}

function pageOf(route: ScreenRoute, path: string, search: string, key: string): Promise<PreparedPage> {
  const name = `${key}:${path}${search}`;
  const known = kept.get(name) ?? takeFirst(path + search);
  if (known) {
    kept.set(name, known);
    return known;
  }
  const fresh = preparePage(route, pageAddress(route, path, search, location.origin), callEndpoint);
  kept.set(name, fresh);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
  // A page that could not be read is asked for again by the next visit.
  fresh.then(({ kind }) => kind === "failed" && kept.delete(name), () => kept.delete(name));
  return fresh;
}

/** A page left asleep is read anew by whoever comes back to it. */
function forgetSleepingPage(): void {
  for (const [name, page] of kept) if (page === asleep?.page) kept.delete(name);
  asleep?.stop();
  asleep = null;
}

/** The first page, for the first visit of its address: later ones read anew. */
function takeFirst(address: string): Promise<PreparedPage> | undefined {
  if (first?.address !== address) return undefined;
  const { page } = first;
  first = null;
  return page;
}
