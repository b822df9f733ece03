import { DatePicker, Form, Input, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { productToday } from "#web/live/product-clock.ts";
import { blacklistEndpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import type { BlacklistReason } from "#contract/blacklist/blacklist-rows.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { wholePhone } from "#web/format/phone.ts";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";
import { PhoneInput } from "#console/kit/phone-input.tsx";

interface Values {
  readonly inn?: string;
  readonly phone?: string;
  readonly name?: string;
  readonly reasonID: BlacklistReason;
  readonly comment?: string;
  readonly validUntil?: Dayjs | null;
}

const LABELS = {
  workmanID: "Исполнитель",
  inn: "ИНН",
  phone: "Телефон",
  name: "ФИО",
  reasonID: "Причина",
  comment: "Комментарий",
  validUntil: "Действует до",
};
const REASON_OPTIONS = REASONS.blacklist.definitions.map(({ id, title }) => ({
  value: id,
  label: title,
}));

interface BlacklistAddFormProps {
  /** Without it a phone is entered. */
  readonly workman?: { readonly id: number; readonly name: string };
}

export default function BlacklistAddForm({ workman }: BlacklistAddFormProps) {
  return (
    <RecordForm
      endpoint={blacklistEndpoints.add}
      submitTitle="Добавить"
      labels={LABELS}
      input={({ validUntil, inn, phone, ...values }: Values) => ({
        body: {
          ...values,
          ...(workman
            ? { workmanID: workman.id }
            : {
                ...(inn?.trim() ? { inn: inn.trim() } : {}),
                ...(phone?.trim() ? { phone: wholePhone(phone) ?? phone } : {}),
              }),
          ...(validUntil ? { validUntil: validUntil.format("YYYY-MM-DD") } : {}),
        },
      })}
      done={workman ? `${workman.name} в чёрном списке` : "Исполнитель в чёрном списке"}
      alsoChanges={["employees"]}
    >
      <p>
        {workman
          ? `${workman.name} не сможет получать ваши приглашения, откликаться на задания и попадать в реестры выплат. Начатая работа продолжится, пока вы не решите иначе`
          : "Исполнитель не сможет получать ваши приглашения, откликаться на задания и попадать в реестры выплат. Укажите ИНН, телефон или и то и другое"}
      </p>
      {workman ? null : (
        <>
          <Form.Item name="inn" label="ИНН">
            <Input inputMode="numeric" autoComplete="off" maxLength={20} placeholder="12 цифр" />
          </Form.Item>
          <Form.Item name="phone" label="Телефон">
            <PhoneInput />
          </Form.Item>
          <Form.Item name="name" label="ФИО">
            <Input maxLength={255} autoComplete="off" />
          </Form.Item>
        </>
      )}
      <Form.Item name="reasonID" label="Причина" rules={[chosenRule("Выберите причину")]}>
        <Select placeholder="Выберите" options={REASON_OPTIONS} />
      </Form.Item>
      <Form.Item name="validUntil" label="Действует до" extra="Пусто — бессрочно">
        <DatePicker
          format={DAY_FORMATS}
          style={{ width: "100%" }}
          disabledDate={(day) => day.isBefore(dayjs(productToday()), "day")}
        />
      </Form.Item>
      <Form.Item name="comment" label="Комментарий" extra="Виден только вашей компании">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </RecordForm>
  );
}
