import { Button, Flex } from "antd";
import { useEffect, useRef } from "react";

/** Takes the focus of the element it replaces. */
export function CloseButton({ onClose }: { readonly onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Flex justify="end" style={{ marginTop: 16 }}>
      <Button ref={button} onClick={onClose}>
        Закрыть
      </Button>
    </Flex>
  );
}
