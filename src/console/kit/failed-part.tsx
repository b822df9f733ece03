import { Alert, Button } from "antd";

/** Error of a page part, with a retry button. */
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
