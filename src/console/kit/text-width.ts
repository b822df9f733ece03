/** Letter width as a share of the font size, for the widest font of the console. */
const LETTER_SHARE = 0.592;
/** Font sizes of tables and fields, px. */
const FONT_PX = { cell: 13, field: 14 } as const;

/**
 * Estimated width of one line of text, px, so that widths are known before rendering.
 * @param around - width beside the text (padding, icon), px.
 */
export function textWidth(
  text: string,
  around: number,
  font: keyof typeof FONT_PX = "cell",
): number {
  return Math.ceil(text.length * LETTER_SHARE * FONT_PX[font]) + around;
}
