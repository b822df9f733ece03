import { Button } from "antd";
import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { reloadMe, signOut, useMe } from "#web/session/session.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

/** Source: `domain.md` §2.7. */
export function DeleteWorkman() {
  const [isAsked, setIsAsked] = useState(false);
  const me = useMe();
  const leave = () => void (me.accounts.length > 0 ? reloadMe() : signOut());
  return (
    <>
      <p>
        Профиль исполнителя исчезнет из каталога, карты и счёт отвяжутся, доступ к «Мой налог» будет
        отозван.
      </p>
      <Button danger onClick={() => setIsAsked(true)}>
        Удалить профиль исполнителя
      </Button>
      {isAsked ? (
        <ModalFrame
          title="Удалить профиль исполнителя"
          onClose={() => setIsAsked(false)}
          widthPx={480}
        >
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
            onDone={leave}
          >
            <ul>
              <li>
                Сначала завершите задания, дождитесь выплат и выведите деньги: с ними профиль не
                удалится
              </li>
              <li>
                Чеки остаются в «Мой налог»; акты и договоры платформа хранит пять лет, этого
                требует закон. Скачайте то, что нужно вам
              </li>
              <li>Отзывы и рейтинг не восстановить</li>
            </ul>
          </RecordForm>
        </ModalFrame>
      ) : null}
    </>
  );
}
