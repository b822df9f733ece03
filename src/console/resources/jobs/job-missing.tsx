import { useState, useSyncExternalStore } from "react";
import { useSession } from "#console/providers/session.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";
import { SignInLink } from "#console/ui/light/sign-in-link.tsx";
import { useRegistrationAddress } from "#console/ui/page-index.ts";

/**
 * A job that is not there, or not for this visitor: both look the same. A guest is offered to sign in, in a window as well as on the page.
 * Source: specification §2, «An error on a job page opens a modal offering to sign in».
 */
export function JobMissing() {
  const { status } = useSession();
  if (status === "signed-in") return <ErrorPage status={404} advice="Задание удалено, завершено или доступно только его участникам." />;
  return (
    <>
      <ErrorPage status={404} advice="Задание завершено или доступно только его участникам. Если это вы, войдите.">
        <SignInLink>Войти</SignInLink>
      </ErrorPage>
      {status === "guest" ? <SignInOffer /> : null}
    </>
  );
}

function SignInOffer() {
  const isTakenOver = useSyncExternalStore(neverChanges, () => true, () => false);
  const [isClosed, setIsClosed] = useState(false);
  const registration = useRegistrationAddress();
  if (!isTakenOver || isClosed) return null;
  return (
    <LightDialog title="Войдите, чтобы увидеть задание" onClose={() => setIsClosed(true)}>
      <p>Часть заданий видят только приглашённые исполнители и сотрудники заказчика. После входа вы вернётесь на эту страницу.</p>
      <p className="row">
        <SignInLink>Войти</SignInLink>
        <SignInLink look="plain" to={registration}>
          Зарегистрироваться
        </SignInLink>
      </p>
    </LightDialog>
  );
}

/** Where the server has drawn the page, a window opens after the browser has taken it over. */
const neverChanges = () => () => undefined;
