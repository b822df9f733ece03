import { LightButton } from "./light/light-button.tsx";

interface ChangedTermsProps {
  readonly changes: string;
  readonly title?: string;
  readonly onReview: () => void;
}

/** Says in an open window that what it asks to agree to has changed, before the button is pressed. */
export function ChangedTerms({ changes, title = "Показать новые условия", onReview }: ChangedTermsProps) {
  return (
    <div className="notice-line" data-kind="warning" role="alert">
      <p>{changes}</p>
      <LightButton look="plain" onClick={onReview}>
        {title}
      </LightButton>
    </div>
  );
}
