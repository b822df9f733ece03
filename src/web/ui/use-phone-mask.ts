import { useLayoutEffect, useState, type ChangeEvent } from "react";
import { localDigits, maskPhoneInput } from "#web/format/phone.ts";

interface Caret {
  readonly field: HTMLInputElement;
  readonly position: number;
}

/**
 * Masks what is typed or pasted in any form; the caret stays after its digit.
 *
 * @param onChange - «+7 (999) 12».
 */
export function usePhoneMask(
  onChange: (masked: string) => void,
): (event: ChangeEvent<HTMLInputElement>) => void {
  const [caret, setCaret] = useState<Caret | null>(null);
  useLayoutEffect(() => {
    if (caret && document.activeElement === caret.field)
      caret.field.setSelectionRange(caret.position, caret.position);
  }, [caret]);
  return ({ target, nativeEvent }) => {
    // Ant Design hands over a copy of the field, which has no caret to place.
    const field = nativeEvent.target instanceof HTMLInputElement ? nativeEvent.target : target;
    const { value: typed, selectionStart } = target;
    const masked = maskPhoneInput(typed);
    const at = selectionStart ?? typed.length;
    const digitsBefore =
      at >= typed.length ? Number.POSITIVE_INFINITY : localDigits(typed.slice(0, at)).length;
    setCaret({ field, position: positionAfter(masked, digitsBefore) });
    onChange(masked);
  };
}

/** Caret's position. */
function positionAfter(masked: string, digits: number): number {
  if (!Number.isFinite(digits)) return masked.length;
  let left = digits;
  for (let index = 4; index < masked.length; index += 1) {
    if (left === 0) return index;
    if (/\d/.test(masked[index] ?? "")) left -= 1;
  }
  return masked.length;
}
