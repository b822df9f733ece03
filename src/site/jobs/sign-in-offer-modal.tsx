import { SignInLink } from "#site/ui/sign-in-link.tsx";
import { useRegistrationAddress } from "#web/ui/page-index.ts";

/** Source: specification §2, «Modals». */
export default function SignInOfferModal() {
  const registration = useRegistrationAddress();
  return (
    <>
      <p>
        Часть заданий видят только приглашённые исполнители и сотрудники заказчика. После входа вы
        вернётесь на эту страницу.
      </p>
      <p className="row">
        <SignInLink>Войти</SignInLink>
        <SignInLink variant="plain" to={registration}>
          Зарегистрироваться
        </SignInLink>
      </p>
    </>
  );
}
