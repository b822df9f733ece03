import { Alert } from "antd";
import { CloseButton } from "./close-button.tsx";

interface RefusedPartProps {
  /** «Принято 3, не принято 2». */
  readonly message: string;
  readonly refused: readonly string[];
  readonly onClose: () => void;
}

export function RefusedPart({ message, refused, onClose }: RefusedPartProps) {
  return (
    <>
      <Alert
        type="warning"
        showIcon
        message={message}
        description={
          <ul style={{ maxHeight: 320, overflowY: "auto" }}>
            {refused.map((sentence, place) => (
              <li key={`${place} ${sentence}`}>{sentence}</li>
            ))}
          </ul>
        }
      />
      <CloseButton onClose={onClose} />
    </>
  );
}
