import { Button, Flex } from "antd";
import { useEffect, useRef } from "react";

/**
 * The way out of a modal that has nothing to confirm. It takes the focus: what had it before is
 * gone.
 */
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
