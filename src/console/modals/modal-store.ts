import { useSyncExternalStore } from "react";
import type { ModalEntries, ModalName, ModalProps } from "./modal-props.ts";

export interface OpenModal {
  readonly name: ModalName;
  readonly props: object;
  readonly isLocked: boolean;
}

let entries: ModalEntries = {};
let current: OpenModal | null = null;
const listeners = new Set<() => void>();

/** Called by the app with the windows of all doors. */
export function provideModals(provided: ModalEntries): void {
  entries = { ...entries, ...provided };
}

export function modalEntries(): ModalEntries {
  return entries;
}

/** Whether the window is built: buttons that would open one that is not are not drawn. */
export function canOpenModal(name: ModalName): boolean {
  return Object.hasOwn(entries, name);
}

/** Opens a window in place of the open one. A locked window gives way to nothing, an unknown name does nothing. */
export function openModal<Name extends ModalName>(name: Name, props: ModalProps[Name], options: { isLocked?: boolean } = {}): void {
  if (!canOpenModal(name) || current?.isLocked) return;
  change({ name, props, isLocked: options.isLocked ?? false });
}

/** Begins to load the inside of a window the person is about to open. */
export function prefetchModal(name: ModalName): void {
  void entries[name]?.load().catch(() => undefined);
}

/** Closes whatever is open, locked or not: for the window itself and for routes that end everything. */
export function closeModal(): void {
  if (current) change(null);
}

export function lockModal(isLocked: boolean): void {
  if (current && current.isLocked !== isLocked) change({ ...current, isLocked });
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
  for (const listener of listeners) listener();
}
