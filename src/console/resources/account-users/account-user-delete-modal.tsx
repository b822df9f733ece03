import { useDelete } from "@refinedev/core";
import type { ModalControls, ModalProps } from "#console/providers/modal-catalogue.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";

/** Takes a user's role away after a question; refusals of the server are toasts. */
export default function AccountUserDeleteModal({ accountUser, close }: ModalProps["account-user-delete"] & ModalControls) {
  const { mutate, mutation } = useDelete();
  const { id, name, role } = accountUser;
  const handleDelete = () =>
    mutate(
      { resource: "account-users", id, successNotification: () => ({ type: "success", message: `${name} больше не работает в компании` }) },
      { onSuccess: close },
    );
  return (
    <>
      <p>
        {name} ({role.title.toLowerCase()}) сразу потеряет доступ к компании. Всё, что сделано этим человеком, останется в журнале. Вернуть доступ можно, добавив этот телефон снова.
      </p>
      <div className="row">
        <LightButton isBusy={mutation.isPending} onClick={handleDelete}>
          Удалить
        </LightButton>
        <LightButton look="plain" onClick={close}>
          Оставить
        </LightButton>
      </div>
    </>
  );
}
