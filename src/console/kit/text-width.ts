/** Of a letter, to the size of the font: the widest of the fonts the console is read in. */
const LETTER_SHARE = 0.592;
/** Fonts of tables and of fields; px. */
const FONT_PX = { cell: 13, field: 14 } as const;

/**
 * About as wide as a text of one line: columns and fields are, before anything is drawn. @param
 * around - what stands beside the text: padding, an icon; px.
 */
export function textWidth(
  text: string,
  around: number,
  font: keyof typeof FONT_PX = "cell",
): number {
  return Math.ceil(text.length * LETTER_SHARE * FONT_PX[font]) + around;
}
