import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";

const CODE_LENGTH = 6;

const COMPLAINTS = {
  short: ["Введите шесть цифр кода"],
  refused: ["Этот код не подошёл. Исправьте его или запросите новый"],
} as const;

interface CodeEntryOptions {
  /** Each new code focuses the field. */
  readonly sentCount: number;
  readonly errors: readonly string[];
  /** The last code was wrong, not just unheard. By default with any error. */
  readonly isRefused?: boolean;
  readonly onSubmit: (code: string) => Promise<void>;
}

interface CodeEntry {
  readonly code: string;
  readonly isBusy: boolean;
  readonly errors: readonly string[];
  readonly handleChange: (text: string) => void;
  readonly handleSubmit: (event?: FormEvent) => void;
}

/**
 * One field: phones offer the SMS code, pasting with spaces works. A complete code submits itself
 * unless just refused; a refused one is not sent again, for a guess costs one of few tries.
 */
export function useCodeEntry(
  input: RefObject<{ focus: () => void; select: () => void } | null>,
  { sentCount, errors, isRefused = errors.length > 0, onSubmit }: CodeEntryOptions,
): CodeEntry {
  const [code, setCode] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  /** Of a press that sent nothing. */
  const [complaint, setComplaint] = useState<keyof typeof COMPLAINTS | null>(null);
  /** Last submitted. */
  const tried = useRef({ code: "", sentCount: -1 });
  const typed = useRef("");

  useEffect(() => {
    input.current?.focus();
  }, [input, sentCount]);
  useEffect(() => {
    if (errors.length > 0) input.current?.select();
  }, [input, errors]);

  const submit = async (value: string) => {
    if (isBusy) return;
    tried.current = { code: value, sentCount };
    setIsBusy(true);
    try {
      await onSubmit(value);
    } finally {
      setIsBusy(false);
    }
    // Another complete code may have been typed meanwhile.
    if (typed.current.length === CODE_LENGTH && typed.current !== value)
      await submit(typed.current);
  };
  const isTried = (digits: string) =>
    digits === tried.current.code && sentCount === tried.current.sentCount;
  const handleChange = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, CODE_LENGTH);
    typed.current = digits;
    setCode(digits);
    setComplaint(null);
    if (digits.length === CODE_LENGTH && !isTried(digits)) void submit(digits);
  };
  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault();
    if (code.length < CODE_LENGTH) {
      setComplaint("short");
      input.current?.focus();
    } else if (isRefused && isTried(code)) {
      setComplaint("refused");
      input.current?.select();
    } else void submit(code);
  };
  // A new code takes the refusal away.
  const shown = complaint === "refused" && !isRefused ? null : complaint;
  return {
    code,
    isBusy,
    errors: shown === null ? errors : COMPLAINTS[shown],
    handleChange,
    handleSubmit,
  };
}

/** By the clock: timers of background tabs are throttled. */
export function useResendWait(afterSeconds: number): number {
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
  return left;
}
