import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";

export default function AccountUserDeleteModal({
  accountUser,
  close,
  setLocked,
}: ModalProps["account-user-delete"] & ModalControls) {
  const { id, name, role } = accountUser;
  return (
    <ActionForm
      endpoint={accountUserEndpoints.delete}
      sentence={`${name} (${role.title.toLowerCase()}) сразу потеряет доступ к компании. Всё, что сделано этим человеком, останется в журнале. Вернуть доступ можно, добавив этот телефон снова.`}
      submitTitle="Удалить"
      backTitle="Оставить"
      isDangerous
      input={() => ({ params: { id } })}
      done={`${name} больше не работает в компании`}
      changes={["account-users"]}
      onClose={close}
      onBusy={setLocked}
    />
  );
}
