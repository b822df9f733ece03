import type { NotificationProvider } from "@refinedev/core";
import { closeToast, toast } from "#web/ui/toasts.ts";

/**
 * Refine's messages as our toasts. Refine titles an error «… (status code)» and puts the text of
 * the catalogue into the description: the description is what a person reads.
 */
export const notificationProvider: NotificationProvider = {
  open({ key, type, message, description, cancelMutation, undoableTimeout }) {
    const text = type === "error" ? (description ?? message) : message;
    if (text === "") return;
    toast({
      type,
      message: text,
      // An error without an own key would be replaced by the next one of the same kind, so equal
      // texts are told apart by text.
      key: type === "error" ? undefined : key,
      durationMs: undoableTimeout ? undoableTimeout * 1000 : undefined,
      action: cancelMutation ? { title: "Отменить", run: cancelMutation } : undefined,
    });
  },
  close: closeToast,
};
