/**
 * A text for the person may have small print: the first line is the sentence, the rest (the number
 * of a request) is shown apart.
 */
export function splitMessage(message: string): { title: string; detail: string | null } {
  const [title = "", ...rest] = message.split("\n");
  return { title, detail: rest.length > 0 ? rest.join("\n") : null };
}
