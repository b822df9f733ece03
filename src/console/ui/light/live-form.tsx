import type { FormEvent, ReactNode, Ref } from "react";
import { useHydrated } from "#console/ui/use-hydrated.ts";
import "./light.css";

interface LiveFormProps {
  readonly onSubmit: (event: FormEvent) => void;
  readonly formRef?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/**
 * A form of a page the server has drawn. Until the page is alive its fields are closed: what is typed sooner would be lost, and a press of Enter would
 * send it as part of an address. Without JavaScript it says what is missing.
 */
export function LiveForm({ onSubmit, formRef, children }: LiveFormProps) {
  const isAlive = useHydrated();
  return (
    <form ref={formRef} method="post" noValidate onSubmit={onSubmit}>
      <noscript>
        <p className="notice-line" data-kind="warning">
          Чтобы получить код по СМС, включите JavaScript в настройках браузера и обновите страницу
        </p>
      </noscript>
      <fieldset className="bare-fieldset" disabled={!isAlive}>
        {children}
      </fieldset>
    </form>
  );
}
