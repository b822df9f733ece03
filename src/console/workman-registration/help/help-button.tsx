import { QuestionCircleOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useModal } from "#web/modals/use-modal.ts";

const TITLES = {
  "registration-help": "Помощь",
  "smz-registration-help": "Что сейчас происходит",
} as const;

export function HelpButton({ name }: { readonly name: keyof typeof TITLES }) {
  const { open } = useModal();
  return (
    <Button icon={<QuestionCircleOutlined aria-hidden />} onClick={() => open(name, {})}>
      {TITLES[name]}
    </Button>
  );
}
