import { useInvalidate } from "@refinedev/core";
import { Form, Input } from "antd";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { maskPhoneInput, wholePhone } from "#console/format/phone.ts";
import type { ModalControls } from "#console/modals/modal-props.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { ProjectsField } from "#console/resources/projects/index.tsx";
import { ServerForm } from "#console/ui/server-form.tsx";

interface Values {
  readonly phone: string;
  readonly projectIDs?: number[];
  readonly comment?: string;
}

const LABELS = { phone: "Телефон", projectIDs: "Проекты", comment: "Заметка" };

/** Invites a registered worker by phone: he answers in his cabinet. Who is not registered yet comes by a registry of workers. */
export default function EmployeeInviteModal({ close }: ModalControls) {
  const { run } = useAction(employeeEndpoints.invite, { done: "Приглашение отправлено", silent: true });
  const invalidate = useInvalidate();
  const handleSubmit = async ({ phone, ...rest }: Values) => {
    await run({ body: { ...rest, phone: wholePhone(phone) ?? phone } });
    close();
    await invalidate({ resource: "employees", invalidates: ["resourceAll"] });
  };
  return (
    <ServerForm<Values> labels={LABELS} submitTitle="Пригласить" onSubmit={handleSubmit}>
      <Form.Item name="phone" label="Телефон" extra="Исполнитель должен быть зарегистрирован на платформе: он увидит приглашение и подтвердит его" normalize={maskPhoneInput} rules={[{ validator: checkPhone }]}>
        <Input type="tel" inputMode="tel" autoComplete="off" placeholder="+7 (999) 123 45 67" />
      </Form.Item>
      <ProjectsField emptyText="Не выбрано — можно во всех проектах" />
      <Form.Item name="comment" label="Заметка" extra="Видна только вашей компании">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </ServerForm>
  );
}

function checkPhone(_: unknown, value: string | undefined): Promise<void> {
  return wholePhone(value ?? "") ? Promise.resolve() : Promise.reject(new Error("Укажите телефон полностью. Пример: +7 (916) 123 45 67"));
}
