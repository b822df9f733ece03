import { CloseOutlined } from "@ant-design/icons";
import { Button, Flex } from "antd";
import { usePush } from "#web/push/use-push.ts";

/** Where news will come that a person waits for. «Не сейчас» holds for a month. */
export function PushOffer() {
  const { state, isLater, isRunning, turnOn, later } = usePush();
  if (state !== "off" || isLater) return null;
  return (
    <Flex gap={4} align="center" style={{ marginBottom: 8 }}>
      <Button size="small" loading={isRunning} onClick={turnOn}>
        Присылать уведомления в этот браузер
      </Button>
      <Button
        size="small"
        type="text"
        aria-label="Не сейчас"
        icon={<CloseOutlined />}
        onClick={later}
      />
    </Flex>
  );
}
