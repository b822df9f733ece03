let lines: string[] = [];

/** What the product logs in tests: kept in memory, so that a green run is silent. */
export const keptLog = { write: (line: string) => void lines.push(line) };

/** Forgets what is kept, or says it first when something has failed. */
export function endKeptLog(hasFailed: boolean): void {
  if (hasFailed) process.stderr.write(lines.join(""));
  lines = [];
}
