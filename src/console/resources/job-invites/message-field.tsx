import { Form, Input } from "antd";

/** What the invited read beside the job. */
export function MessageField() {
  return (
    <Form.Item name="message" label="Сообщение" extra="Почему приглашаете именно его; можно не заполнять">
      <Input.TextArea rows={3} maxLength={500} showCount />
    </Form.Item>
  );
}
