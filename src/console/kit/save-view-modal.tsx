import { Form, Input } from "antd";
import { FormPage } from "./form-page.tsx";
import { ModalFrame } from "./modal-frame.tsx";

export function SaveViewModal({
  onSave,
  onClose,
}: {
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <ModalFrame title="Сохранить вид списка" onClose={onClose}>
      <FormPage<{ name: string }>
        submitTitle="Сохранить"
        labels={{}}
        onSubmit={({ name }) => Promise.resolve(onSave(name.trim()))}
        onBack={onClose}
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
      </FormPage>
    </ModalFrame>
  );
}
