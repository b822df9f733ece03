import { useId, useRef, type ReactNode } from "react";
import { SiteButton } from "./site-button.tsx";
import { SiteField } from "./site-field.tsx";
import { useCodeEntry, useResendWait } from "./use-code-entry.ts";

interface ConfirmCodeProps {
  /** Masked: «+7 (9**) ***-**-11». */
  readonly sentTo: string;
  /** A new value restarts the countdown. */
  readonly retryAfterSeconds: number;
  /** An equal wait restarts the countdown too. */
  readonly sentCount: number;
  readonly submitTitle: string;
  readonly errors?: readonly string[];
  /** Of the code; a call that was not heard may be repeated. */
  readonly isRefused?: boolean;
  readonly onSubmit: (code: string) => Promise<void>;
  readonly onResend: () => Promise<void>;
  /** E.g. a link to the sandbox's codes. */
  readonly hint?: ReactNode;
}

const NO_ERRORS: readonly string[] = [];

export function ConfirmCode({
  sentTo,
  retryAfterSeconds,
  sentCount,
  submitTitle,
  errors = NO_ERRORS,
  isRefused,
  onSubmit,
  onResend,
  hint,
}: ConfirmCodeProps) {
  const input = useRef<HTMLInputElement>(null);
  const entry = useCodeEntry(input, { sentCount, errors, isRefused, onSubmit });
  const noteId = useId();
  return (
    <form onSubmit={entry.handleSubmit} noValidate>
      <p id={noteId}>
        Код отправлен на <span className="num">{sentTo}</span>
      </p>
      <SiteField
        label="Код из СМС"
        ref={input}
        value={entry.code}
        onChange={(event) => entry.handleChange(event.target.value)}
        errors={entry.errors}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="code"
        maxLength={12}
      />
      {hint ? <p>{hint}</p> : null}
      <div className="row">
        <SiteButton type="submit" isBusy={entry.isBusy}>
          {submitTitle}
        </SiteButton>
        <Resend key={sentCount} afterSeconds={retryAfterSeconds} onResend={onResend} />
      </div>
    </form>
  );
}

function Resend({
  afterSeconds,
  onResend,
}: {
  afterSeconds: number;
  onResend: () => Promise<void>;
}) {
  const left = useResendWait(afterSeconds);
  return (
    <SiteButton variant="link" disabled={left > 0} onClick={() => void onResend()}>
      {left > 0 ? (
        <span>
          Отправить код ещё раз <span className="num">через {left} с</span>
        </span>
      ) : (
        "Отправить код ещё раз"
      )}
    </SiteButton>
  );
}
