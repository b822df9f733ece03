import { Button, Flex } from "antd";
import { usePush } from "#web/push/use-push.ts";

/** Of this browser, in the settings. */
export function PushSwitch({ push }: { readonly push: ReturnType<typeof usePush> }) {
  const { state, isRunning, turnOn, turnOff } = push;
  if (state === "denied")
    return (
      <p>Уведомления этого сайта запрещены в настройках браузера. Разрешить их можно только там</p>
    );
  if (state === "off")
    return (
      <p>
        <Button loading={isRunning} onClick={turnOn}>
          Присылать уведомления в этот браузер
        </Button>
      </p>
    );
  return (
    <Flex component="p" wrap gap="small" align="center">
      Этот браузер показывает уведомления, пока вы не выйдете
      <Button loading={isRunning} onClick={turnOff}>
        Больше не показывать
      </Button>
    </Flex>
  );
}
