import { Alert, Button } from "antd";

interface ChangedTermsProps {
  readonly changes: string;
  readonly title?: string;
  readonly onReview: () => void;
}

/**
 * Says in an open modal that what it asks to agree to has changed, before the button is pressed.
 */
export function ChangedTerms({
  changes,
  title = "Показать новые условия",
  onReview,
}: ChangedTermsProps) {
  return (
    <Alert
      type="warning"
      role="alert"
      message={changes}
      description={<Button onClick={onReview}>{title}</Button>}
    />
  );
}
