import { Form, Select } from "antd";
import { MASS_INVITE_MOST } from "#contract/job-invites/job-invite.ts";
import { maskPhoneInput, wholePhone } from "#web/format/phone.ts";

export function PhonesField({ label }: { readonly label: string }) {
  return (
    <Form.Item
      name="phones"
      label={label}
      extra="Через запятую или по одному, после каждого Enter. Тем, кто не зарегистрирован, придёт СМС со ссылкой"
      normalize={(phones: readonly string[]) => [
        ...new Set(phones.map((phone) => (wholePhone(phone) ? maskPhoneInput(phone) : phone))),
      ]}
      rules={[{ validator: checkPhones }]}
    >
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[",", ";", "\n"]}
        maxCount={MASS_INVITE_MOST.phones}
        placeholder="+7 (999) 123 45 67"
      />
    </Form.Item>
  );
}

function checkPhones(_: unknown, phones: readonly string[] = []): Promise<void> {
  const wrong = phones.filter((phone) => wholePhone(phone) === null);
  if (phones.length === 0) return Promise.reject(new Error("Укажите хотя бы один телефон"));
  return wrong.length === 0
    ? Promise.resolve()
    : Promise.reject(
        new Error(`Укажите телефон полностью: ${wrong.join(", ")}. Пример: +7 (916) 123 45 67`),
      );
}
