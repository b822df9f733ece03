/**
 * What a person has typed and not sent. Lives in the tab's session storage, so that it survives a
 * lost session and a reload but never another person at the same computer: the key holds the
 * person's id, signing out removes all.
 */
const PREFIX = "draft:";

/** @param form - name of the form and its record: `payroll-row:15`. */
export function keepDraft(personId: number, form: string, values: unknown): void {
  try {
    sessionStorage.setItem(key(personId, form), JSON.stringify(values));
  } catch {
    // A full storage loses the draft, never the form.
  }
}

/** @returns the kept values, or `null`. */
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
