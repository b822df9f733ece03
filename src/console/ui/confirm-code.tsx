import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { LightButton } from "./light/light-button.tsx";
import { LightField } from "./light/light-field.tsx";

const CODE_LENGTH = 6;

interface ConfirmCodeProps {
  /** Where the code went, closed digits included: «+7 (9**) ***-**-11». */
  readonly sentTo: string;
  /** Seconds until another code may be asked for; a new value starts the countdown anew. */
  readonly retryAfterSeconds: number;
  /** Grows with every code sent, so that equal waits start anew. */
  readonly sentCount: number;
  readonly submitTitle: string;
  readonly errors?: readonly string[];
  readonly onSubmit: (code: string) => Promise<void>;
  readonly onResend: () => Promise<void>;
  /** Link under the field, e.g. to the codes of the sandbox. */
  readonly hint?: React.ReactNode;
}

/**
 * A one-time code: six digits in one field, so that phones offer the code from the SMS and a paste with spaces works. A whole code
 * submits itself, after a refusal the next one as well; the refused one again only by the button.
 */
export function ConfirmCode({ sentTo, retryAfterSeconds, sentCount, submitTitle, errors = [], onSubmit, onResend, hint }: ConfirmCodeProps) {
  const [code, setCode] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [isEmptyPressed, setIsEmptyPressed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** The code that was sent last, and which of the codes sent to the person it was meant to be. */
  const tried = useRef({ code: "", sentCount: -1 });
  const typed = useRef("");
  const noteId = useId();

  useEffect(() => {
    input.current?.focus();
  }, [sentCount]);
  useEffect(() => {
    if (errors.length > 0) input.current?.select();
  }, [errors]);

  const submit = async (value: string) => {
    if (isBusy) return;
    tried.current = { code: value, sentCount };
    setIsBusy(true);
    try {
      await onSubmit(value);
    } finally {
      setIsBusy(false);
    }
    // Another whole code may have been typed while this one was being refused.
    if (typed.current.length === CODE_LENGTH && typed.current !== value) await submit(typed.current);
  };
  const handleChange = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, CODE_LENGTH);
    typed.current = digits;
    setCode(digits);
    setIsEmptyPressed(false);
    const isTried = digits === tried.current.code && sentCount === tried.current.sentCount;
    if (digits.length === CODE_LENGTH && !isTried) void submit(digits);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < CODE_LENGTH) {
      setIsEmptyPressed(true);
      input.current?.focus();
    } else void submit(code);
  };

  const shown = isEmptyPressed ? ["Введите шесть цифр кода"] : errors;
  return (
    <form onSubmit={handleSubmit} noValidate>
      <p id={noteId}>Код отправлен на {sentTo}</p>
      <LightField
        label="Код из СМС"
        ref={input}
        value={code}
        onChange={(event) => handleChange(event.target.value)}
        errors={shown}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="code"
        maxLength={12}
      />
      {hint ? <p>{hint}</p> : null}
      <div className="row">
        <LightButton type="submit" isBusy={isBusy}>
          {submitTitle}
        </LightButton>
        <Resend key={sentCount} afterSeconds={retryAfterSeconds} onResend={onResend} />
      </div>
    </form>
  );
}

/** The button for another code; it counts down by the clock, so that a sleeping tab wakes up right. */
function Resend({ afterSeconds, onResend }: { afterSeconds: number; onResend: () => Promise<void> }) {
  const [left, setLeft] = useState(afterSeconds);
  useEffect(() => {
    const until = Date.now() + afterSeconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [afterSeconds]);
  return (
    <LightButton look="link" disabled={left > 0} onClick={() => void onResend()}>
      {left > 0 ? `Отправить код ещё раз через ${left} с` : "Отправить код ещё раз"}
    </LightButton>
  );
}
