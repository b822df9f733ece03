import { useEffect, useState } from "react";
import { useMe } from "#web/session/session.ts";
import { toast } from "#web/ui/toasts.ts";
import { canPush, turnOffPush, turnOnPush } from "./push.ts";
import { askLater, isAskedLater, pushPerson } from "#web/session/push-mark.ts";

/** `none`: this browser cannot, or has no service worker yet. */
type PushState = "none" | "denied" | "off" | "on";

interface Push {
  readonly state: PushState;
  /** He said «Не сейчас» within the last month. */
  readonly isLater: boolean;
  readonly isRunning: boolean;
  /** Only by a press: browsers ignore a question that nobody has caused. */
  turnOn(): void;
  turnOff(): void;
  later(): void;
}

const FAILED = "Не получилось. Попробуйте ещё раз позже";

/** @param onChanged - the server knows one browser more or less. */
export function usePush(onChanged?: () => void): Push {
  const { id } = useMe();
  const [state, setState] = useState<PushState>("none");
  const [isLater, setIsLater] = useState(isAskedLater);
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => {
    let isGone = false;
    if (canPush()) void navigator.serviceWorker.ready.then(() => isGone || setState(stateOf(id)));
    return () => {
      isGone = true;
    };
  }, [id]);
  const run = (change: () => Promise<unknown>) => {
    setIsRunning(true);
    change()
      .catch(() => toast({ type: "error", message: FAILED }))
      .finally(() => {
        setIsRunning(false);
        setState(stateOf(id));
        onChanged?.();
      });
  };
  return {
    state,
    isLater,
    isRunning,
    turnOn: () =>
      run(async () => {
        if (await turnOnPush(id))
          toast({ type: "success", message: "Этот браузер будет показывать уведомления" });
      }),
    turnOff: () => run(turnOffPush),
    later() {
      askLater();
      setIsLater(true);
    },
  };
}

function stateOf(personId: number): PushState {
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && pushPerson() === personId ? "on" : "off";
}
