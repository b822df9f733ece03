import { Col, Form, Input, Row } from "antd";
import type { Static } from "typebox";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { AccountUpdate, MyAccountInfo, REQUISITES } from "#contract/accounts/account.ts";
import { formatPhone, wholePhone } from "#web/format/phone.ts";
import { CountedArea } from "#console/kit/counted-area.tsx";
import { PhoneInput } from "#console/kit/phone-input.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

/** Requisites are edited in their own modal, with a code. */
type Values = Omit<Static<typeof AccountUpdate>, "cityID" | "otp" | (typeof REQUISITES)[number]>;
type Field = keyof Values & string;

const LABELS: Readonly<Record<Field, string>> = {
  companyDetailsName: "Название компании",
  shortCompanyName: "Краткое название",
  legalAddress: "Юридический адрес",
  postAddress: "Почтовый адрес",
  directorName: "Руководитель",
  directorPosition: "Должность руководителя",
  phone: "Телефон",
  email: "E-mail",
  description: "О компании",
};
const FIELDS = Object.keys(LABELS) as Field[];
const WIDE: readonly Field[] = ["companyDetailsName", "legalAddress", "postAddress", "description"];

/** Sends only changed fields: the first correction returns a refused company to moderation. */
export function accountEditWindow(account: MyAccountInfo, onChanged: () => void): ShownWindow {
  const initial = valuesOf(account);
  return {
    title: "Данные компании",
    widthPx: 720,
    isDrawer: true,
    content: (
      <RecordForm
        endpoint={accountEndpoints.update}
        submitTitle="Сохранить"
        labels={LABELS}
        initialValues={initial}
        input={(values: Values) => ({ body: changedOf(values, initial) })}
        done="Данные компании сохранены"
        onSettled={onChanged}
      >
        <Row gutter={16}>
          {FIELDS.map((name) => (
            <Col key={name} xs={24} md={WIDE.includes(name) ? 24 : 12}>
              <Form.Item
                name={name}
                label={LABELS[name]}
                extra={
                  name === "companyDetailsName"
                    ? account.askedName === null
                      ? "Новое название появится, когда его проверит модератор"
                      : `На проверке: «${account.askedName}»`
                    : undefined
                }
                rules={
                  name === "companyDetailsName"
                    ? [{ required: true, whitespace: true, message: "Укажите название компании" }]
                    : undefined
                }
              >
                {name === "description" ? (
                  <CountedArea rows={3} maxLength={2000} />
                ) : name === "phone" ? (
                  <PhoneInput />
                ) : (
                  <Input autoComplete="off" maxLength={255} />
                )}
              </Form.Item>
            </Col>
          ))}
        </Row>
      </RecordForm>
    ),
  };
}

function valuesOf(account: MyAccountInfo): Values {
  return Object.fromEntries(
    FIELDS.map((name) => [
      name,
      name === "phone" && account.phone ? formatPhone(account.phone) : (account[name] ?? ""),
    ]),
  );
}

function changedOf(values: Values, initial: Values): Values {
  const changed = FIELDS.filter((name) => (values[name] ?? "").trim() !== (initial[name] ?? ""));
  return Object.fromEntries(
    changed.map((name) => [
      name,
      name === "phone"
        ? (wholePhone(values.phone ?? "") ?? values.phone)
        : (values[name] ?? "").trim(),
    ]),
  );
}
