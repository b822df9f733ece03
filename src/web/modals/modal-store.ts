import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import type { ModalEntries, ModalName, ModalProps } from "./modal-catalogue.ts";

interface NamedModal {
  readonly name: ModalName;
  readonly props: object;
}

/**
 * A window that belongs to one screen and has no name in the catalogue. Its content is what the
 * screen knew when it opened; what has to stay fresh reads its record itself.
 */
export interface ShownWindow {
  readonly title: string;
  /** 480 by default. */
  readonly widthPx?: number;
  /** As `ModalEntry` has it. */
  readonly isDrawer?: boolean;
  /** Only its own button closes it. */
  readonly isLocked?: boolean;
  readonly content: ReactNode;
}

export type OpenModal = (NamedModal | ShownWindow) & { readonly isLocked: boolean };

let entries: ModalEntries = {};
let current: OpenModal | null = null;
const consoleHosts: object[] = [];
const listeners = new Set<() => void>();

export function provideModals(provided: ModalEntries): void {
  entries = { ...entries, ...provided };
}

export function modalEntries(): ModalEntries {
  return entries;
}

/**
 * Replaces an open one unless locked.
 *
 * @throws Error when the modal's module is not loaded.
 */
export function openModal<Name extends ModalName>(
  name: Name,
  props: ModalProps[Name],
  options: { isLocked?: boolean } = {},
): void {
  if (!entries[name]) throw new Error(`no module has handed in the window ${name}`);
  if (current?.isLocked) return;
  change({ name, props, isLocked: options.isLocked ?? false });
}

/** Replaces an open one unless locked. It closes with its screen. */
export function showWindow(shown: ShownWindow): void {
  if (!current?.isLocked) change({ ...shown, isLocked: shown.isLocked ?? false });
}

/** The screen is left. */
export function closeShownWindow(): void {
  if (current && "content" in current) change(null);
}

export function prefetchModal(name: ModalName): void {
  void entries[name]?.load().catch(() => undefined);
}

/** Even when locked. */
export function closeModal(): void {
  if (current) change(null);
}

export function lockModal(isLocked: boolean): void {
  if (current && current.isLocked !== isLocked) change({ ...current, isLocked });
}

/**
 * A console's host draws instead of the site's. A page may have several, one in each of its parts:
 * the first draws.
 */
export function useConsoleHost(): { readonly isDrawing: boolean } {
  const [host] = useState(() => ({}));
  useEffect(() => {
    consoleHosts.push(host);
    emit();
    return () => {
      consoleHosts.splice(consoleHosts.indexOf(host), 1);
      emit();
    };
  }, [host]);
  const isFirst = () => consoleHosts[0] === host;
  return { isDrawing: useSyncExternalStore(subscribe, isFirst, isFirst) };
}

export function useHasModalHost(): boolean {
  return useSyncExternalStore(subscribe, hasModalHost, hasModalHost);
}

function hasModalHost(): boolean {
  return consoleHosts.length > 0;
}

export function useOpenModal(): OpenModal | null {
  return useSyncExternalStore(subscribe, openedModal, openedModal);
}

function openedModal(): OpenModal | null {
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: OpenModal | null): void {
  current = next;
  emit();
}

function emit(): void {
  for (const listener of listeners) listener();
}
