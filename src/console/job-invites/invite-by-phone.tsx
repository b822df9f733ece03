import { Form, Input } from "antd";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { wholePhone } from "#web/format/phone.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { MessageField } from "./message-field.tsx";
import { PhoneInput } from "#console/kit/phone-input.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

interface Values {
  readonly phone: string;
  readonly firstName?: string;
  readonly message?: string;
}

const LABELS = { phone: "Телефон", firstName: "Имя", message: "Сообщение" };

export function InviteByPhone({ jobId }: { readonly jobId: number }) {
  return (
    <RecordForm
      endpoint={jobInviteEndpoints.inviteByPhone}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ phone, firstName, message }: Values) => ({
        params: { id: jobId },
        body: {
          phone: wholePhone(phone) ?? phone,
          firstName: firstName?.trim() || undefined,
          message: message?.trim() || undefined,
        },
      })}
      done="Приглашение отправлено"
      alsoChanges={INVITE_LISTS}
    >
      <Form.Item
        name="phone"
        label="Телефон"
        extra="Если исполнитель ещё не зарегистрирован, ему придёт СМС со ссылкой"
        rules={[{ validator: checkPhone }]}
      >
        <PhoneInput />
      </Form.Item>
      <Form.Item name="firstName" label="Имя" extra="Так мы обратимся к нему в сообщении">
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <MessageField />
    </RecordForm>
  );
}

function checkPhone(_: unknown, value: string | undefined): Promise<void> {
  return wholePhone(value ?? "")
    ? Promise.resolve()
    : Promise.reject(new Error("Укажите телефон полностью. Пример: +7 (916) 123 45 67"));
}
