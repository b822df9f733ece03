/**
 * Unsent input in session storage. Survives a lost session and a reload; keyed by person, deleted
 * on sign-out.
 */
const PREFIX = "draft:";

/** @param form - with the record: `payroll-row:15`. */
export function keepDraft(personId: number, form: string, values: unknown): void {
  try {
    sessionStorage.setItem(key(personId, form), JSON.stringify(values));
  } catch {
    // The storage is full.
  }
}

export function readDraft<Values>(personId: number, form: string): Values | null {
  const text = sessionStorage.getItem(key(personId, form));
  if (text === null) return null;
  try {
    return JSON.parse(text) as Values;
  } catch {
    return null;
  }
}

export function dropDraft(personId: number, form: string): void {
  sessionStorage.removeItem(key(personId, form));
}

export function dropDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}

function key(personId: number, form: string): string {
  return `${PREFIX}${personId}:${form}`;
}
