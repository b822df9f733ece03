import { Form, Input } from "antd";
import { CallForm } from "./call-form.tsx";
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
    </ModalFrame>
  );
}
