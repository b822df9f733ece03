import { useSyncExternalStore } from "react";

const paper = typeof matchMedia === "function" ? matchMedia("print") : null;
/** Browsers tell of the medium only after the page was laid out for it. */
let isAboutToPrint = false;

export function isPrinting(): boolean {
  return isAboutToPrint || paper?.matches === true;
}

/** @returns ends the subscription. */
export function subscribePrinting(listener: () => void): () => void {
  const begin = () => ((isAboutToPrint = true), listener());
  const end = () => ((isAboutToPrint = false), listener());
  paper?.addEventListener("change", listener);
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  return () => {
    paper?.removeEventListener("change", listener);
    removeEventListener("beforeprint", begin);
    removeEventListener("afterprint", end);
  };
}

/** What has no use on paper, or only there, is known before the paper is laid out. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribePrinting, isPrinting, () => false);
}
