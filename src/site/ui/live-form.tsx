import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from "react";
import "#web/ui/site.css";
import { handOverTyped } from "./hand-over-typed.ts";

interface LiveFormProps {
  readonly onSubmit: (event: FormEvent) => void;
  readonly formRef?: RefObject<HTMLFormElement | null>;
  /** Shown without JavaScript. */
  readonly purpose?: string;
  readonly children: ReactNode;
}

/** May be typed into as soon as it is drawn; its button waits for hydration, and with it Enter. */
export function LiveForm({
  onSubmit,
  formRef,
  purpose = "Чтобы получить код по СМС",
  children,
}: LiveFormProps) {
  const ownRef = useRef<HTMLFormElement>(null);
  const form = formRef ?? ownRef;
  // Not in the layout phase: a store that the fields write to is listened to only after it.
  useEffect(() => {
    if (form.current) handOverTyped(form.current);
  }, [form]);
  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit}>
      <noscript>
        <p className="notice-line" data-kind="warning">
          {purpose}, включите JavaScript в настройках браузера и обновите страницу
        </p>
      </noscript>
      {children}
    </form>
  );
}
