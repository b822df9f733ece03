/** First line: sentence; rest (a request id): small print. */
export function splitMessage(message: string): { title: string; detail: string | null } {
  const [title = "", ...rest] = message.split("\n");
  return { title, detail: rest.length > 0 ? rest.join("\n") : null };
}
