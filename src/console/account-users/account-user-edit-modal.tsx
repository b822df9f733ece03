import { Form, Input, Select } from "antd";
import { isUnlimitedRole, ROLE_IDS, ROLES, type RoleId } from "#contract/access/roles.ts";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { formatPhone, wholePhone } from "#web/format/phone.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { ProjectsField } from "#console/projects/parts.ts";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { PhoneInput } from "#console/kit/phone-input.tsx";

interface Values {
  readonly name: string;
  readonly phone: string;
  readonly email?: string;
  readonly roleID: RoleId;
  readonly projectIDs?: number[];
}

const LABELS = {
  name: "Имя и фамилия",
  phone: "Телефон",
  email: "E-mail",
  roleID: "Роль",
  projectIDs: "Проекты",
} as const;
const MAY_PAY =
  "У компании есть правила согласования, а с этой ролью и проектами человек сможет платить, согласовывать выплаты или принимать результат там, где раньше не мог";
/** The owner's role is only transferred. Source: `domain.md` §2.1. */
const GIVEN_ROLES = ROLE_IDS.filter((id) => id !== "OWNER").map((id) => ({
  value: id,
  label: ROLES[id].title,
}));

/** Source: specification §7, «Users». */
export default function AccountUserEditModal({ accountUser }: ModalProps["account-user-edit"]) {
  if (accountUser === null)
    return (
      <RecordForm
        labels={LABELS}
        endpoint={accountUserEndpoints.create}
        submitTitle="Пригласить"
        initialValues={{ projectIDs: [] }}
        input={({ name, phone, ...rest }: Values, otp) => ({
          body: { name, phone: wholePhone(phone) ?? phone, ...sentRole(rest), otp },
        })}
        looser={({ phone, ...rest }) => ({
          what: MAY_PAY,
          loosening: { payer: { phone: wholePhone(phone) ?? phone, ...sentReach(rest) } },
        })}
        done="Приглашение создано. Человек увидит его в личном кабинете, когда войдёт по этому телефону"
      >
        <Form.Item
          name="name"
          label={LABELS.name}
          rules={[{ required: true, whitespace: true, message: "Укажите имя и фамилию" }]}
        >
          <Input autoComplete="off" maxLength={200} />
        </Form.Item>
        <Form.Item name="phone" label={LABELS.phone} rules={[{ validator: checkPhone }]}>
          <PhoneInput />
        </Form.Item>
        <EmailField />
        <RoleFields />
      </RecordForm>
    );
  const { id, name, phone, email, roleID, role, projectIDs, isMe } = accountUser;
  return (
    <RecordForm
      labels={LABELS}
      endpoint={accountUserEndpoints.update}
      id={id}
      submitTitle="Сохранить"
      initialValues={{ email: email ?? undefined, roleID, projectIDs: projectIDs ?? [] }}
      // One's own role and projects are fixed.
      input={(values: Values, otp) => ({
        params: { id },
        body: isMe ? { email: values.email?.trim() || undefined } : { ...sentRole(values), otp },
      })}
      looser={(values) => ({ what: MAY_PAY, loosening: { payer: { id, ...sentReach(values) } } })}
      done="Изменения сохранены"
    >
      <p>
        <strong>{name}</strong>, {formatPhone(phone)}
      </p>
      <EmailField />
      {isMe ? (
        <p className="muted">Ваша роль: {role.title}. Собственную роль изменить нельзя</p>
      ) : (
        <RoleFields />
      )}
    </RecordForm>
  );
}

function EmailField() {
  return (
    <Form.Item
      name="email"
      label={LABELS.email}
      rules={[{ type: "email", message: "Неверный e-mail. Пример: ivanova@company.ru" }]}
    >
      <Input type="email" inputMode="email" autoComplete="off" maxLength={254} />
    </Form.Item>
  );
}

function RoleFields() {
  const role = Form.useWatch<RoleId | undefined>("roleID");
  return (
    <>
      <Form.Item name="roleID" label={LABELS.roleID} rules={[chosenRule("Выберите роль")]}>
        <Select<RoleId, { value: RoleId; label: string }>
          placeholder="Выберите роль"
          options={GIVEN_ROLES}
          optionRender={({ data }) => <RoleOption role={data.value} />}
        />
      </Form.Item>
      {role && !isUnlimitedRole(role) ? (
        <ProjectsField emptyText="Не выбрано — доступны все проекты компании" />
      ) : null}
    </>
  );
}

function RoleOption({ role }: { role: RoleId }) {
  const { title, purpose } = ROLES[role];
  return (
    <>
      {title}
      <div className="muted" style={{ fontSize: 13, whiteSpace: "normal" }}>
        {purpose}
      </div>
    </>
  );
}

function sentRole({ email, ...reach }: Pick<Values, "email" | "roleID" | "projectIDs">) {
  return { email: email?.trim() || undefined, ...sentReach(reach) };
}

/** «All projects», an empty list in the form, is sent as `null`. */
function sentReach({ roleID, projectIDs = [] }: Pick<Values, "roleID" | "projectIDs">) {
  return { roleID, projectIDs: projectIDs.length > 0 ? projectIDs : null };
}

function checkPhone(_: unknown, value: string | undefined): Promise<void> {
  return wholePhone(value ?? "")
    ? Promise.resolve()
    : Promise.reject(new Error("Укажите телефон полностью. Пример: +7 (916) 123 45 67"));
}
