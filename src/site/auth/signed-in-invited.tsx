import { useState } from "react";
import { useLocation } from "react-router";
import { maskPhone } from "#contract/values/phone.ts";
import { signOut, useSession } from "#web/session/session.ts";
import { SiteButton } from "#web/ui/site-button.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

/** Invitations register new workers: explains how to use one when signed in. */
export function SignedInInvited({ phone }: { readonly phone: string }) {
  const { me } = useSession();
  const { pathname, search } = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <>
      <p>
        По этой ссылке регистрируется новый исполнитель с номером{" "}
        <span className="num">{maskPhone(phone)}</span>: он увидит условия задания и примет
        приглашение или откажется.
      </p>
      <p>
        {me?.isWorkman
          ? "Вы уже вошли как исполнитель. Если задание предложили вам, попросите заказчика пригласить вас по номеру, с которым вы вошли. Если это ваш другой номер, выйдите и зарегистрируйтесь с ним."
          : "Вы вошли как пользователь компании. Если пригласили вас, выйдите и зарегистрируйтесь исполнителем. Если не вас, ничего делать не нужно."}
      </p>
      <p className="row">
        <SiteButton
          isBusy={isLeaving}
          onClick={() => {
            setIsLeaving(true);
            void signOut(pathname + search).catch(() => setIsLeaving(false));
          }}
        >
          Выйти и зарегистрироваться
        </SiteButton>
        <PageLink className="button button-plain" to="/profile">
          Остаться в личном кабинете
        </PageLink>
      </p>
    </>
  );
}
