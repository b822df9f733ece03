import { Alert, Button } from "antd";

export function FailedPart({
  message,
  onRetry,
}: {
  readonly message: string;
  readonly onRetry: () => void;
}) {
  return (
    <Alert
      type="error"
      role="alert"
      showIcon
      message={message}
      action={
        <Button size="small" onClick={onRetry}>
          Повторить
        </Button>
      }
    />
  );
}
