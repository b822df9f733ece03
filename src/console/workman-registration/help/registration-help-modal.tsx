import { CloseButton } from "#console/kit/close-button.tsx";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { PageLink } from "#web/ui/page-link.tsx";

export default function RegistrationHelpModal({ close }: ModalControls) {
  return (
    <>
      <p>
        Понадобятся паспорт, ИНН и телефон, с которым вы вошли. Каждый шаг сохраняется: анкету можно
        закончить позже и на другом устройстве.
      </p>
      <ul>
        <li>Пишите всё так, как в паспорте: банк и ФНС сверяют каждую букву.</li>
        <li>Снимайте документ целиком, без бликов; подойдут фото, скан и PDF до 10 МБ.</li>
        <li>Данные хранятся зашифрованными, их видят только банк и ФНС.</li>
      </ul>
      <p>
        <PageLink to="/profile/questionnaire/how-registration-smz" onClick={close}>
          Как стать самозанятым
        </PageLink>
        {" · "}
        <PageLink to="/faq" onClick={close}>
          База знаний
        </PageLink>
        {" · "}
        <PageLink to="/contacts" onClick={close}>
          Написать в поддержку
        </PageLink>
      </p>
      <CloseButton onClose={close} />
    </>
  );
}
