import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";
import type { PublicPage } from "#web/routes/page-module.ts";
import { homeAddress } from "#web/session/home-address.ts";
import { startSession, takeReturnTo } from "#web/session/session.ts";
import "./sign-in-page.css";

export const page = {
  head: () => ({
    title: "Вход",
    description:
      "Продолжение входа на платформу для самозанятых: вы попадёте туда, куда шли, или в личный кабинет.",
    isIndexed: false,
  }),
} satisfies PublicPage;

/** To the kept URL or to sign-in. Source: specification §2, `/login`. */
export default function LoginPage() {
  const [isStuck, setIsStuck] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    let isOpen = true;
    startSession().then(
      ({ status, me }) => {
        if (!isOpen) return;
        void navigate(
          status === "signed-in" ? (takeReturnTo() ?? homeAddress(me)) : "/authorization",
          {
            replace: true,
          },
        );
      },
      () => isOpen && setIsStuck(true),
    );
    return () => {
      isOpen = false;
    };
  }, [navigate]);
  return (
    <section className="sign-in card">
      <h1>Вход</h1>
      <p role="status">
        {isStuck
          ? "Нет связи с сервером. Проверьте интернет и обновите страницу"
          : "Проверяем, вошли ли вы…"}
      </p>
      <p>
        <PageLink to="/authorization">Войти по номеру телефона</PageLink>
      </p>
    </section>
  );
}
