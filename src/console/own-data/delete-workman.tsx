import { Button } from "antd";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { reloadMe, signOut, useMe } from "#web/session/session.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

/** Source: `domain.md` §2.7. */
export function DeleteWorkman() {
  const me = useMe();
  const { show } = useModal();
  const leave = () => void (me.accounts.length > 0 ? reloadMe() : signOut());
  return (
    <>
      <p>
        Профиль исполнителя исчезнет из каталога, карты и счёт отвяжутся, доступ к «Мой налог» будет
        отозван.
      </p>
      <Button danger onClick={() => show(deletionWindow(leave))}>
        Удалить профиль исполнителя
      </Button>
    </>
  );
}

function deletionWindow(onDone: () => void): ShownWindow {
  return {
    title: "Удалить профиль исполнителя",
    content: (
      <RecordForm
        endpoint={workmanEndpoints.delete}
        submitTitle="Удалить профиль"
        backTitle="Остаться"
        isDangerous
        code={{
          send: () =>
            requestEndpoint(authEndpoints.sendVerificationCode, {
              body: { action: "WORKMAN_DELETE" },
            }),
        }}
        input={(_, otp = "") => ({ body: { otp } })}
        done="Профиль исполнителя удалён"
        onDone={onDone}
      >
        <ul>
          <li>
            Сначала завершите задания, дождитесь выплат и выведите деньги: с ними профиль не
            удалится
          </li>
          <li>
            Чеки остаются в «Мой налог»; акты и договоры платформа хранит пять лет, этого требует
            закон. Скачайте то, что нужно вам
          </li>
          <li>Отзывы и рейтинг не восстановить</li>
        </ul>
      </RecordForm>
    ),
  };
}
