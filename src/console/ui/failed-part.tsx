import { LightButton } from "./light/light-button.tsx";

/** A part of a page of the cabinet that could not be read, and the way to try again. */
export function FailedPart({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <p role="alert">
      {message}{" "}
      <LightButton look="link" onClick={onRetry}>
        Повторить
      </LightButton>
    </p>
  );
}
