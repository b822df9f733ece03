import { useForm } from "@refinedev/antd";
import type { HttpError } from "@refinedev/core";
import { Button, Form, Input, Select } from "antd";
import { isUnlimitedRole, ROLE_IDS, ROLES, type RoleId } from "#contract/access/roles.ts";
import type { AccountUser } from "#contract/account-users/account-user.ts";
import { formatPhone, maskPhoneInput, wholePhone } from "#console/format/phone.ts";
import type { ModalControls, ModalProps } from "#console/providers/modal-catalogue.ts";
import { ProjectsField } from "#console/resources/projects/index.tsx";
import AntdFrame from "#console/ui/antd-frame.tsx";

interface Values {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly roleID?: RoleId;
  readonly projectIDs?: readonly number[];
}

/** The owner's role is passed on, never given. Source: `domain.md` §2.1. */
const GIVEN_ROLES = ROLE_IDS.filter((id) => id !== "OWNER").map((id) => ({ value: id, label: ROLES[id].title }));

/** Adds a user (name, phone, e-mail, role) or changes e-mail, role and projects of one. Source: specification §7, «Users». */
export default function AccountUserEditModal(props: ModalProps["account-user-edit"] & ModalControls) {
  return (
    <AntdFrame>
      <UserForm {...props} />
    </AntdFrame>
  );
}

function UserForm({ accountUser, close }: ModalProps["account-user-edit"] & ModalControls) {
  const isNew = accountUser === null;
  const { form, formProps, mutation } = useForm<AccountUser, HttpError, Values>({
    resource: "account-users",
    action: isNew ? "create" : "edit",
    id: accountUser?.id,
    // The record came with the list; there is no call that reads one user.
    queryOptions: { enabled: false },
    redirect: false,
    successNotification: () => ({ type: "success", message: isNew ? "Приглашение создано. Человек увидит его в личном кабинете, когда войдёт по этому телефону" : "Изменения сохранены" }),
    // Its messages stand under the fields.
    errorNotification: (error) => (error?.statusCode === 422 ? false : { type: "error", message: "Не удалось сохранить", description: error?.message }),
    onMutationSuccess: close,
    onMutationError: (error) => {
      const [first] = Object.keys(error.errors ?? {});
      if (first) form.scrollToField(first, { focus: true, block: "center" });
    },
  });
  const role = Form.useWatch("roleID", form) ?? accountUser?.roleID;
  const isMe = accountUser?.isMe ?? false;

  return (
    <Form<Values>
      {...formProps}
      initialValues={initialValuesOf(accountUser)}
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ focus: true, block: "center" }}
      onFinish={(values) => (mutation.isPending ? undefined : formProps.onFinish?.(sentValues(values, accountUser)))}
    >
      {isNew ? (
        <>
          <Form.Item name="name" label="Имя и фамилия" rules={[{ required: true, whitespace: true, message: "Укажите имя и фамилию" }]}>
            <Input autoComplete="off" maxLength={200} />
          </Form.Item>
          <Form.Item name="phone" label="Телефон" normalize={maskPhoneInput} rules={[{ validator: checkPhone }]}>
            <Input type="tel" inputMode="tel" autoComplete="off" placeholder="+7 (999) 123 45 67" />
          </Form.Item>
        </>
      ) : (
        <p>
          <strong>{accountUser.name}</strong>, {formatPhone(accountUser.phone)}
        </p>
      )}
      <Form.Item name="email" label="E-mail" rules={[{ type: "email", message: "Неверный e-mail. Пример: ivanova@company.ru" }]}>
        <Input type="email" inputMode="email" autoComplete="off" maxLength={254} />
      </Form.Item>
      {isMe ? (
        <p className="muted">Ваша роль: {accountUser?.role.title}. Собственную роль изменить нельзя</p>
      ) : (
        <Form.Item name="roleID" label="Роль" rules={[{ required: true, message: "Выберите роль" }]}>
          <Select<RoleId, { value: RoleId; label: string }> placeholder="Выберите роль" options={GIVEN_ROLES} optionRender={({ data }) => <RoleOption role={data.value} />} />
        </Form.Item>
      )}
      {!isMe && role && !isUnlimitedRole(role) ? <ProjectsField emptyText="Не выбрано — доступны все проекты компании" /> : null}
      <div className="row">
        <Button type="primary" size="large" htmlType="submit" loading={mutation.isPending}>
          {isNew ? "Пригласить" : "Сохранить"}
        </Button>
        <Button size="large" onClick={close}>
          Отмена
        </Button>
      </div>
    </Form>
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

function initialValuesOf(user: AccountUser | null): Values {
  return user ? { email: user.email ?? undefined, roleID: user.roleID, projectIDs: user.projectIDs ?? [] } : { projectIDs: [] };
}

/** What the person sees as «all projects» is no limit for the server; one's own role and projects are not sent at all. */
function sentValues({ projectIDs = [], ...values }: Values, user: AccountUser | null): Values {
  const email = values.email?.trim() || undefined;
  if (user?.isMe) return { email };
  const limits = { projectIDs: projectIDs.length > 0 ? projectIDs : null } as Pick<Values, "projectIDs">;
  return { ...values, ...(values.phone ? { phone: wholePhone(values.phone) ?? values.phone } : {}), email, ...limits };
}

function checkPhone(_: unknown, value: string | undefined): Promise<void> {
  return wholePhone(value ?? "") ? Promise.resolve() : Promise.reject(new Error("Укажите телефон полностью. Пример: +7 (916) 123 45 67"));
}
