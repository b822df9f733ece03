/** A letter of the console's text; px. */
const LETTER_PX = 7.7;

/** About as wide as a text of one line: columns and fields are, before anything is drawn. @param around - what stands beside the text: padding, an icon; px. */
export function textWidth(text: string, around: number): number {
  return Math.ceil(text.length * LETTER_PX) + around;
}
