import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";

const CODE_LENGTH = 6;

interface CodeEntryOptions {
  /** Grows with every code sent, so that the field is ready for the next one. */
  readonly sentCount: number;
  readonly errors: readonly string[];
  readonly onSubmit: (code: string) => Promise<void>;
}

interface CodeEntry {
  readonly code: string;
  readonly isBusy: boolean;
  /** What is wrong with the code. */
  readonly errors: readonly string[];
  readonly handleChange: (text: string) => void;
  readonly handleSubmit: (event?: FormEvent) => void;
}

/**
 * A one-time code: six digits in one field, so that phones offer the code from the SMS and a paste
 * with spaces works. A whole code submits itself, after a refusal the next one as well; the refused
 * one again only by the button.
 */
export function useCodeEntry(
  input: RefObject<{ focus: () => void; select: () => void } | null>,
  { sentCount, errors, onSubmit }: CodeEntryOptions,
): CodeEntry {
  const [code, setCode] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [isEmptyPressed, setIsEmptyPressed] = useState(false);
  /** The code that was sent last, and which of the codes sent to the person it was meant to be. */
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
    // Another whole code may have been typed while this one was being refused.
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

/**
 * Seconds until another code may be asked for, by the browser's clock: a tab that was in the
 * background shows the right number.
 */
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
