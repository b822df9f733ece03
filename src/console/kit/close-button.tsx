import { Button } from "antd";
import { useEffect, useRef } from "react";
import { WindowFoot } from "./window-foot.tsx";

/** Takes the focus of the element it replaces. */
export function CloseButton({ onClose }: { readonly onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <WindowFoot>
      <Button ref={button} onClick={onClose}>
        Закрыть
      </Button>
    </WindowFoot>
  );
}
