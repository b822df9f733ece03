import { Form } from "antd";
import { CountedArea } from "#console/kit/counted-area.tsx";

export function MessageField() {
  return (
    <Form.Item
      name="message"
      label="Сообщение"
      extra="Почему приглашаете именно его; можно не заполнять"
    >
      <CountedArea rows={3} maxLength={500} />
    </Form.Item>
  );
}
