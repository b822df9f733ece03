import { DatePicker, Form, Input, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { productToday } from "#web/live/product-clock.ts";
import { ROLES } from "#contract/access/roles.ts";
import { apiKeyEndpoints } from "#contract/api-keys/api-key-endpoints.ts";
import { API_KEY_ROLES, type ApiKeyRole, type NewApiKey } from "#contract/api-keys/api-key.ts";
import { NETWORKS_HINT, NETWORKS_LABEL, NetworksField } from "./networks-field.tsx";
import { CODE_PERSON_HINT, CODE_PERSON_LABEL, CodePersonSelect } from "./code-person-select.tsx";
import { secretWindow } from "#console/kit/secret-once.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

const LABELS = {
  title: "Название",
  roleID: "Права роли",
  codeUserID: CODE_PERSON_LABEL,
  ips: NETWORKS_LABEL,
  expiresOn: "Действует по",
};
const ROLE_OPTIONS = API_KEY_ROLES.map((id) => ({ value: id, label: ROLES[id].title }));

interface Values {
  readonly title: string;
  readonly roleID: ApiKeyRole;
  readonly codeUserID: number;
  readonly ips?: string[];
  readonly expiresOn?: Dayjs | null;
}

function sentKey({ title, roleID, codeUserID, ips = [], expiresOn }: Values): NewApiKey {
  return {
    title,
    roleID,
    codeUserID,
    ips,
    expiresOn: expiresOn ? expiresOn.format("YYYY-MM-DD") : null,
  };
}

/** The server cannot show the key again. */
export function apiKeyCreateWindow(): ShownWindow {
  return { title: "Новый ключ API", widthPx: 520, content: <ApiKeyCreateForm /> };
}

function ApiKeyCreateForm() {
  const { show } = useModal();
  return (
    <RecordForm
      endpoint={apiKeyEndpoints.create}
      submitTitle="Выпустить ключ"
      labels={LABELS}
      initialValues={{ roleID: "ACCOUNTANT" }}
      input={(values: Values, otp) => ({ body: { ...sentKey(values), otp } })}
      looser={(values) => ({
        what: "У компании есть правила согласования, а ключ — ещё один способ обратиться к её деньгам",
        loosening: { newKey: sentKey(values) },
      })}
      onDone={({ secret }) =>
        show(
          secretWindow("Ключ выпущен", {
            warning: "Скопируйте ключ сейчас: больше мы его не покажем",
            hint: "Передайте его системе в заголовке Authorization: Bearer. Если ключ увидел чужой, отзовите его и выпустите новый",
            secret,
          }),
        )
      }
    >
      <Form.Item
        name="title"
        label={LABELS.title}
        extra="По нему вы узнаете ключ в журнале"
        rules={[{ required: true, whitespace: true, message: "Назовите ключ" }]}
      >
        <Input autoComplete="off" maxLength={60} placeholder="1С:Бухгалтерия" />
      </Form.Item>
      <Form.Item
        name="roleID"
        label={LABELS.roleID}
        extra="Отвечаете за ключ вы: он может то, что разрешают и эта роль, и ваша нынешняя. Если вы уйдёте из компании, ключ остановится, пока его не примет владелец. Подписывать документы и согласовывать выплаты ключом нельзя"
      >
        <Select options={ROLE_OPTIONS} />
      </Form.Item>
      <Form.Item
        name="codeUserID"
        label={LABELS.codeUserID}
        extra={CODE_PERSON_HINT}
        rules={[{ required: true, message: "Выберите, кому приходят коды" }]}
      >
        <CodePersonSelect />
      </Form.Item>
      <Form.Item name="ips" label={LABELS.ips} extra={NETWORKS_HINT}>
        <NetworksField />
      </Form.Item>
      <Form.Item name="expiresOn" label={LABELS.expiresOn} extra="Пусто — пока не отзовёте">
        <DatePicker
          format={DAY_FORMATS}
          disabledDate={(day) => day.isBefore(dayjs(productToday()), "day")}
        />
      </Form.Item>
    </RecordForm>
  );
}
