import { Form, Input } from "antd";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { wholePhone } from "#web/format/phone.ts";
import { PhoneInput } from "#console/kit/phone-input.tsx";
import { ProjectsField } from "#console/projects/parts.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

interface Values {
  readonly phone: string;
  readonly projectIDs?: number[];
  readonly comment?: string;
}

const LABELS = { phone: "Телефон", projectIDs: "Проекты", comment: "Заметка" };

/** Unregistered workers are invited by a registry. */
export default function EmployeeInviteModal() {
  return (
    <RecordForm
      endpoint={employeeEndpoints.invite}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ phone, ...rest }: Values) => ({
        body: { ...rest, phone: wholePhone(phone) ?? phone },
      })}
      done="Приглашение отправлено"
    >
      <Form.Item
        name="phone"
        label="Телефон"
        extra="Исполнитель должен быть зарегистрирован на платформе: он увидит приглашение и подтвердит его"
        rules={[{ validator: checkPhone }]}
      >
        <PhoneInput />
      </Form.Item>
      <ProjectsField emptyText="Не выбрано — можно во всех проектах" />
      <Form.Item name="comment" label="Заметка" extra="Видна только вашей компании">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </RecordForm>
  );
}

function checkPhone(_: unknown, value: string | undefined): Promise<void> {
  return wholePhone(value ?? "")
    ? Promise.resolve()
    : Promise.reject(new Error("Укажите телефон полностью. Пример: +7 (916) 123 45 67"));
}
