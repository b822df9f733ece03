import { App, Button } from "antd";
import { useEffect, useRef } from "react";
import { splitMessage } from "#web/format/message.ts";
import { closeToast, useToasts, type Toast } from "#web/ui/toasts.ts";

const TYPES = { success: "success", error: "error", info: "info", progress: "info" } as const;

/** By Ant Design; the site has `ToastStack`. Source: specification §8, §9. */
export function ConsoleToasts() {
  const toasts = useToasts();
  const { notification } = App.useApp();
  const shown = useRef<readonly Toast[]>([]);
  useEffect(() => {
    for (const one of toasts) {
      if (shown.current.includes(one)) continue;
      const { title, detail } = splitMessage(one.message);
      notification.open({
        key: one.key,
        type: TYPES[one.type],
        role: one.type === "error" ? "alert" : "status",
        message: title,
        description: detail,
        duration: one.durationMs / 1000,
        placement: "topRight",
        // Ant Design's close element has no role, so no accessible name.
        closable: { "aria-label": "Закрыть сообщение", ...{ role: "button" } },
        actions: one.action ? (
          <Button size="small" onClick={() => (one.action?.run(), closeToast(one.key))}>
            {one.action.title}
          </Button>
        ) : undefined,
        onClose: () => closeToast(one.key),
      });
    }
    for (const { key } of shown.current)
      if (!toasts.some((one) => one.key === key)) notification.destroy(key);
    shown.current = toasts;
  }, [toasts, notification]);
  return null;
}
