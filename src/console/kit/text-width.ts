/** Letter width by font size, for the widest font of the console. */
const LETTER_SHARE = 0.592;
const FONT_PX = { cell: 13, field: 14 } as const;

/**
 * Px of one line, before rendering.
 *
 * @param around - padding and icon, px.
 */
export function textWidth(
  text: string,
  around: number,
  font: keyof typeof FONT_PX = "cell",
): number {
  return Math.ceil(text.length * LETTER_SHARE * FONT_PX[font]) + around;
}
