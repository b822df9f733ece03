/**
 * At a word boundary. Line breaks become spaces.
 *
 * @param most - characters, with «…».
 */
export function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const words = /\s/.test(line[most - 1] ?? "") ? cut : cut.replace(/\s+\S*$/, "");
  return `${words.replace(/[\s.,;:—–-]+$/, "")}…`;
}
