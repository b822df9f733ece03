import type { NotificationProvider } from "@refinedev/core";
import { closeToast, toast } from "#web/ui/toasts.ts";

/**
 * Refine's error title has the status code; the catalogue's text is the description, so show that.
 */
export const notificationProvider: NotificationProvider = {
  open({ key, type, message, description, cancelMutation, undoableTimeout }) {
    const text = type === "error" ? (description ?? message) : message;
    if (text === "") return;
    toast({
      type,
      message: text,
      // With Refine's key the next error of the kind would replace this one.
      key: type === "error" ? undefined : key,
      durationMs: undoableTimeout ? undoableTimeout * 1000 : undefined,
      action: cancelMutation ? { title: "Отменить", run: cancelMutation } : undefined,
    });
  },
  close: closeToast,
};
