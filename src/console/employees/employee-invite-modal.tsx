import { Form, Input } from "antd";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { maskPhoneInput, wholePhone } from "#web/format/phone.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { ProjectsField } from "#console/projects/parts.ts";

interface Values {
  readonly phone: string;
  readonly projectIDs?: number[];
  readonly comment?: string;
}

const LABELS = { phone: "Телефон", projectIDs: "Проекты", comment: "Заметка" };

/** Unregistered workers are invited by a registry. */
export default function EmployeeInviteModal({ close, setLocked }: ModalControls) {
  return (
    <ModalForm<typeof employeeEndpoints.invite, Values>
      endpoint={employeeEndpoints.invite}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ phone, ...rest }) => ({ body: { ...rest, phone: wholePhone(phone) ?? phone } })}
      done="Приглашение отправлено"
      changes={["employees"]}
      onClose={close}
      onBusy={setLocked}
    >
      <Form.Item
        name="phone"
        label="Телефон"
        extra="Исполнитель должен быть зарегистрирован на платформе: он увидит приглашение и подтвердит его"
        normalize={maskPhoneInput}
        rules={[{ validator: checkPhone }]}
      >
        <Input type="tel" inputMode="tel" autoComplete="off" placeholder="+7 (999) 123 45 67" />
      </Form.Item>
      <ProjectsField emptyText="Не выбрано — можно во всех проектах" />
      <Form.Item name="comment" label="Заметка" extra="Видна только вашей компании">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </ModalForm>
  );
}

function checkPhone(_: unknown, value: string | undefined): Promise<void> {
  return wholePhone(value ?? "")
    ? Promise.resolve()
    : Promise.reject(new Error("Укажите телефон полностью. Пример: +7 (916) 123 45 67"));
}
