import { Alert, Button, Typography } from "antd";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow } from "#web/modals/window-controls.ts";
import { WindowFoot } from "./window-foot.tsx";

interface SecretOnceProps {
  /** «Скопируйте ключ сейчас: больше мы его не покажем». */
  readonly warning: string;
  readonly hint: string;
  readonly secret: string;
}

/** The secret is never shown again, so only the button closes the window. */
export function secretWindow(title: string, secret: SecretOnceProps): ShownWindow {
  return { title, widthPx: 520, isLocked: true, content: <SecretOnce {...secret} /> };
}

function SecretOnce({ warning, hint, secret }: SecretOnceProps) {
  const { close } = useWindow();
  return (
    <>
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
      <WindowFoot>
        <Button type="primary" onClick={close}>
          Готово
        </Button>
      </WindowFoot>
    </>
  );
}
