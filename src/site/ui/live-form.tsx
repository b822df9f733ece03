import type { FormEvent, ReactNode, Ref } from "react";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import "#web/ui/site.css";

interface LiveFormProps {
  readonly onSubmit: (event: FormEvent) => void;
  readonly formRef?: Ref<HTMLFormElement>;
  /** What the form is for, said to whoever has no JavaScript. */
  readonly purpose?: string;
  readonly children: ReactNode;
}

/**
 * A form of a page the server has drawn. Until the page is alive its fields are closed: what is
 * typed sooner would be lost, and a press of Enter would send it as part of an address. Without
 * JavaScript it says what is missing.
 */
export function LiveForm({
  onSubmit,
  formRef,
  purpose = "Чтобы получить код по СМС",
  children,
}: LiveFormProps) {
  const isAlive = useHydrated();
  return (
    <form ref={formRef} method="post" noValidate onSubmit={onSubmit}>
      <noscript>
        <p className="notice-line" data-kind="warning">
          {purpose}, включите JavaScript в настройках браузера и обновите страницу
        </p>
      </noscript>
      <fieldset className="bare-fieldset" disabled={!isAlive}>
        {children}
      </fieldset>
    </form>
  );
}
