import type { FormEvent, ReactNode, Ref } from "react";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import "#web/ui/site.css";

interface LiveFormProps {
  readonly onSubmit: (event: FormEvent) => void;
  readonly formRef?: Ref<HTMLFormElement>;
  /** Shown without JavaScript. */
  readonly purpose?: string;
  readonly children: ReactNode;
}

/** Disabled until hydration: input would be lost, and Enter would put it into the URL. */
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
