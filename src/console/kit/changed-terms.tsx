import { Alert, Button } from "antd";

interface ChangedTermsProps {
  readonly changes: string;
  readonly title?: string;
  readonly onReview: () => void;
}

/** In an open modal: the terms have changed since it was opened. */
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
