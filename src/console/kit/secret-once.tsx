import { Alert, Button, Flex, Typography } from "antd";
import { ModalFrame } from "./modal-frame.tsx";

interface SecretOnceProps {
  readonly title: string;
  /** «Скопируйте ключ сейчас: больше мы его не покажем». */
  readonly warning: string;
  readonly hint: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret is never shown again, so only the button closes the modal. */
export function SecretOnce({ title, warning, hint, secret, onClose }: SecretOnceProps) {
  return (
    <ModalFrame title={title} isLocked onClose={onClose}>
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 16 }}
        message={warning}
        description={hint}
      />
      <Typography.Paragraph
        copyable={{ text: secret, tooltips: ["Скопировать", "Скопировано"] }}
        code
        style={{ wordBreak: "break-all" }}
      >
        {secret}
      </Typography.Paragraph>
      <Flex justify="end">
        <Button type="primary" onClick={onClose}>
          Готово
        </Button>
      </Flex>
    </ModalFrame>
  );
}
