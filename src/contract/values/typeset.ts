const NBSP = "\u00A0";

/** Before a unit, in «№ 15», «ст. 437», before a dash. For our own prose only. */
export function typeset(text: string): string {
  return text
    .replace(/ ([—–]) /g, `${NBSP}$1 `)
    .replace(/(№|ст\.|п\.|ч\.|гл\.|г\.|ООО|им\.) /g, `$1${NBSP}`)
    .replace(
      /(\d) (?=\d{3}(?!\d)|[₽%°]|рабоч|час|минут|секунд|дн|день|лет|год|МБ|тыс|млн|символ)/g,
      `$1${NBSP}`,
    );
}
