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

/** Called by the app with the modals of all modules. */
export function provideModals(provided: ModalEntries): void {
  entries = { ...entries, ...provided };
}

export function modalEntries(): ModalEntries {
  return entries;
}

/**
 * Opens a modal in place of the open one; a locked modal gives way to nothing. @throws Error when
 * the module of the modal was not loaded: a fault of ours.
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

/** Begins to load the inside of a modal the person is about to open. */
export function prefetchModal(name: ModalName): void {
  void entries[name]?.load().catch(() => undefined);
}

/**
 * Closes whatever is open, locked or not: for the modal itself and for routes that end everything.
 */
export function closeModal(): void {
  if (current) change(null);
}

export function lockModal(isLocked: boolean): void {
  if (current && current.isLocked !== isLocked) change({ ...current, isLocked });
}

/**
 * Says that the console's host is on the page: it draws every modal, the site's gives way. A page
 * of the site has it beside a console part.
 *
 * @returns takes it back.
 */
export function announceModalHost(): () => void {
  consoleHosts += 1;
  emit();
  return () => {
    consoleHosts -= 1;
    emit();
  };
}

/** Whether the console's host draws the modals. */
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
