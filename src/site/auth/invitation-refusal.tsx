import { useEffect } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import { forgetInvitation } from "#web/auth/entry-parameters.ts";
import { REFUSAL_TEXTS, type Refusal } from "#web/auth/invitation.ts";

export function InvitationRefusal({ refusal }: { readonly refusal: Refusal }) {
  const { title, text } = REFUSAL_TEXTS[refusal];
  // Registration with it would be refused. After «limited» it may still be valid.
  useEffect(() => {
    if (refusal !== "limited") forgetInvitation();
  }, [refusal]);
  const signIn = (look: string) => (
    <PageLink className={look} to="/authorization">
      Войти
    </PageLink>
  );
  const register = (look: string) => (
    <PageLink className={look} to="/registration-opf?side=workman">
      Зарегистрироваться без приглашения
    </PageLink>
  );
  const isUsed = refusal === "used";
  return (
    <section className="registration card">
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="row">
        {isUsed ? signIn("button") : register("button")}
        {isUsed ? register("button button-plain") : signIn("button button-plain")}
      </p>
      <p>
        Нужна помощь? <PageLink to="/contacts">Напишите в поддержку</PageLink>
      </p>
    </section>
  );
}
