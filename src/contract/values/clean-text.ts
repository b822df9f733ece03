/** Spelled out: ordinary letters pass in one look. */
const INVISIBLE = /[\uFE00-\uFE0F]|[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g;
/** Also the second parts of letters: «й» of «и» and a breve. */
const UNCLEAN = new RegExp(`[\\u0300-\\u036F]|${INVISIBLE.source}`);

/**
 * As the person sees it: letters in one piece (NFC), without invisible marks. Texts copied from
 * messengers, PDF and macOS hold both, and differ from what they look like.
 */
export function cleanText(text: string): string {
  return UNCLEAN.test(text) ? text.replace(INVISIBLE, "").normalize("NFC") : text;
}
