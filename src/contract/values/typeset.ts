const NBSP = "\u00A0";

/**
 * Keeps together what a line must not part: a number and its unit, «№ 15», «ст. 437», a dash and
 * the word before it. For prose of our own; text of people stays as they typed it.
 */
export function typeset(text: string): string {
  return text
    .replace(/ ([—–]) /g, `${NBSP}$1 `)
    .replace(/(№|ст\.|п\.|ч\.|гл\.|г\.|ООО|им\.) /g, `$1${NBSP}`)
    .replace(
      /(\d) (?=\d{3}(?!\d)|[₽%°]|рабоч|час|минут|секунд|дн|день|лет|год|МБ|тыс|млн|символ)/g,
      `$1${NBSP}`,
    );
}
