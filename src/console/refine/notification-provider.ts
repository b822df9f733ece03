import type { NotificationProvider } from "@refinedev/core";
import { closeToast, toast } from "#web/ui/toasts.ts";

/**
 * Refine's messages as toasts. Refine titles an error «… (status code)» and puts the catalogue's
 * text into the description, so the description is shown.
 */
export const notificationProvider: NotificationProvider = {
  open({ key, type, message, description, cancelMutation, undoableTimeout }) {
    const text = type === "error" ? (description ?? message) : message;
    if (text === "") return;
    toast({
      type,
      message: text,
      // With Refine's key the next error of the same kind would replace this one; without it only
      // equal texts merge.
      key: type === "error" ? undefined : key,
      durationMs: undoableTimeout ? undoableTimeout * 1000 : undefined,
      action: cancelMutation ? { title: "Отменить", run: cancelMutation } : undefined,
    });
  },
  close: closeToast,
};
