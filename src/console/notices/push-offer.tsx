import { Button, Flex } from "antd";
import { usePush } from "#web/push/use-push.ts";

/** Where news will come that a person waits for. «Не сейчас» holds for a month. */
export function PushOffer() {
  const { state, isLater, isRunning, turnOn, later } = usePush();
  if (state !== "off" || isLater) return null;
  return (
    <Flex wrap gap="small" style={{ marginBottom: 8 }}>
      <Button size="small" loading={isRunning} onClick={turnOn}>
        Присылать уведомления в этот браузер
      </Button>
      <Button size="small" type="text" onClick={later}>
        Не сейчас
      </Button>
    </Flex>
  );
}
