import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";

const CODE_LENGTH = 6;

interface CodeEntryOptions {
  /** Each new code focuses the field. */
  readonly sentCount: number;
  readonly errors: readonly string[];
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
 * unless just refused.
 */
export function useCodeEntry(
  input: RefObject<{ focus: () => void; select: () => void } | null>,
  { sentCount, errors, onSubmit }: CodeEntryOptions,
): CodeEntry {
  const [code, setCode] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [isEmptyPressed, setIsEmptyPressed] = useState(false);
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
  const handleChange = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, CODE_LENGTH);
    typed.current = digits;
    setCode(digits);
    setIsEmptyPressed(false);
    const isTried = digits === tried.current.code && sentCount === tried.current.sentCount;
    if (digits.length === CODE_LENGTH && !isTried) void submit(digits);
  };
  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault();
    if (code.length < CODE_LENGTH) {
      setIsEmptyPressed(true);
      input.current?.focus();
    } else void submit(code);
  };
  return {
    code,
    isBusy,
    errors: isEmptyPressed ? ["Введите шесть цифр кода"] : errors,
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
