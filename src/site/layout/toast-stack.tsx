import { useEffect, useRef, useState } from "react";
import { splitMessage } from "#web/format/message.ts";
import { closeToast, useToasts, type Toast } from "#web/ui/toasts.ts";
import "./toast-stack.css";

/** Errors are `assertive` for screen readers, others `polite`. Source: specification §8, §9. */
export function ToastStack() {
  const toasts = useToasts();
  const errors = toasts.filter((one) => one.type === "error");
  const others = toasts.filter((one) => one.type !== "error");
  // A live region inserted with its text is not read out.
  return (
    <div className="toast-stack">
      <section aria-live="assertive" aria-label="Ошибки">
        {errors.map((one) => (
          <ToastCard key={one.key} toast={one} />
        ))}
      </section>
      <section aria-live="polite" aria-label="Сообщения">
        {others.map((one) => (
          <ToastCard key={one.key} toast={one} />
        ))}
      </section>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const leftMs = useRef(toast.durationMs);
  // Hover or focus pauses (WCAG 2.2.1).
  useEffect(() => {
    leftMs.current = toast.durationMs;
  }, [toast]);
  useEffect(() => {
    if (isHeld) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => closeToast(toast.key), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [isHeld, toast]);

  const { title, detail } = splitMessage(toast.message);
  return (
    <div
      className="toast"
      data-type={toast.type}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div className="toast-text">
        <span>{title}</span>
        {detail ? <small>{detail}</small> : null}
        {toast.action ? (
          <button
            type="button"
            className="toast-action"
            onClick={() => {
              toast.action?.run();
              closeToast(toast.key);
            }}
          >
            {toast.action.title}
          </button>
        ) : null}
      </div>
      <button
        type="button"
        className="toast-close"
        aria-label="Закрыть сообщение"
        onClick={() => closeToast(toast.key)}
      >
        ×
      </button>
    </div>
  );
}
