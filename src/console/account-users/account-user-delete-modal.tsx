import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";

export default function AccountUserDeleteModal({ accountUser }: ModalProps["account-user-delete"]) {
  const { id, name, role } = accountUser;
  return (
    <RecordForm
      endpoint={accountUserEndpoints.delete}
      id={id}
      sentence={`${name} (${role.title.toLowerCase()}) сразу потеряет доступ к компании. Всё, что сделано этим человеком, останется в журнале. Вернуть доступ можно, добавив этот телефон снова.`}
      submitTitle="Удалить"
      backTitle="Оставить"
      isDangerous
      input={() => ({ params: { id } })}
      done={`${name} больше не работает в компании`}
    />
  );
}
