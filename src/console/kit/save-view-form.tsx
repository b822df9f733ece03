import { Form, Input } from "antd";
import { CallForm } from "./call-form.tsx";

export default function SaveViewForm({ onSave }: { readonly onSave: (name: string) => void }) {
  return (
    <CallForm
      resource="saved-views"
      submitTitle="Сохранить"
      labels={{}}
      send={({ name }: { readonly name: string }) => Promise.resolve(onSave(name.trim()))}
    >
      <Form.Item
        name="name"
        label="Название вида"
        rules={[{ required: true, whitespace: true, message: "Назовите вид" }]}
      >
        <Input
          placeholder="Например: неоплаченные за месяц"
          maxLength={60}
          autoComplete="off"
          autoFocus
        />
      </Form.Item>
    </CallForm>
  );
}
