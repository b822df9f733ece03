import { Form, Input } from "antd";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { maskPhoneInput, wholePhone } from "#web/format/phone.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { MessageField } from "./message-field.tsx";

interface Values {
  readonly phone: string;
  readonly firstName?: string;
  readonly message?: string;
}

const LABELS = { phone: "Телефон", firstName: "Имя", message: "Сообщение" };

export function InviteByPhone({
  jobId,
  close,
  setLocked,
}: { readonly jobId: number } & ModalControls) {
  return (
    <ModalForm<typeof jobInviteEndpoints.inviteByPhone, Values>
      endpoint={jobInviteEndpoints.inviteByPhone}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ phone, firstName, message }) => ({
        params: { id: jobId },
        body: {
          phone: wholePhone(phone) ?? phone,
          firstName: firstName?.trim() || undefined,
          message: message?.trim() || undefined,
        },
      })}
      done="Приглашение отправлено"
      changes={INVITE_LISTS}
      onClose={close}
      onBusy={setLocked}
    >
      <Form.Item
        name="phone"
        label="Телефон"
        extra="Если исполнитель ещё не зарегистрирован, ему придёт СМС со ссылкой"
        normalize={maskPhoneInput}
        rules={[{ validator: checkPhone }]}
      >
        <Input type="tel" inputMode="tel" autoComplete="off" placeholder="+7 (999) 123 45 67" />
      </Form.Item>
      <Form.Item name="firstName" label="Имя" extra="Так мы обратимся к нему в сообщении">
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <MessageField />
    </ModalForm>
  );
}

function checkPhone(_: unknown, value: string | undefined): Promise<void> {
  return wholePhone(value ?? "")
    ? Promise.resolve()
    : Promise.reject(new Error("Укажите телефон полностью. Пример: +7 (916) 123 45 67"));
}
