/** The blocks of code of one language in a text of Markdown. */
export function samplesOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    ([, sample = ""]) => sample,
  );
}
