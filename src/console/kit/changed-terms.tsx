import { Alert, Button } from "antd";

interface ChangedTermsProps {
  readonly changes: string;
  readonly title?: string;
  readonly onReview: () => void;
}

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
