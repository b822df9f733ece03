import { Timeline } from "antd";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { PageLink } from "#web/ui/page-link.tsx";

export default function SmzRegistrationHelpModal({ close }: ModalControls) {
  return (
    <>
      <Timeline
        items={[
          { children: "Банк проверяет паспорт и счёт: обычно минута" },
          {
            children:
              "ФНС ищет вас среди самозанятых; если вас там нет, мы отправляем заявку на регистрацию: от 2 до 30 минут",
          },
          {
            children:
              "В «Мой налог» приходит запрос: разрешите доступ, чтобы чеки формировались сами",
          },
          { children: "Профиль открывается: можно брать задания и получать деньги" },
        ]}
      />
      <p>
        Если банк или ФНС ответят отказом, мы покажем их слова и данные можно будет исправить. Если
        не ответят, повторим запрос сами.{" "}
        <PageLink to="/profile/questionnaire/my-tax" onClick={close}>
          Как дать доступ
        </PageLink>
      </p>
    </>
  );
}
