import { Alert, Button } from "antd";

/** A part of a page that could not be read, and the way to try again. */
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
