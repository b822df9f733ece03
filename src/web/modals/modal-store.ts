import { useSyncExternalStore } from "react";
import type { ModalEntries, ModalName, ModalProps } from "./modal-catalogue.ts";

export interface OpenModal {
  readonly name: ModalName;
  readonly props: object;
  readonly isLocked: boolean;
}

let entries: ModalEntries = {};
let current: OpenModal | null = null;
let consoleHosts = 0;
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
 * The console's host renders instead of the site's.
 *
 * @returns unregisters it.
 */
export function announceModalHost(): () => void {
  consoleHosts += 1;
  emit();
  return () => {
    consoleHosts -= 1;
    emit();
  };
}

export function useHasModalHost(): boolean {
  return useSyncExternalStore(subscribe, hasModalHost, hasModalHost);
}

function hasModalHost(): boolean {
  return consoleHosts > 0;
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
