import type { Rolldown } from "vite";

const ENTRY = /\/src\/console\/(index\.html|main\.tsx)$/;
/** Fields and buttons of the light pages, and the styles of sign-in: a file of their own would cost more in headers than they weigh. */
const LIGHT_PARTS = /\/src\/(console\/ui\/light\/(field-frame|light-button|light-field|live-form|phone-field)\.tsx|console\/ui\/use-hydrated\.ts|console\/format\/(phone|message)\.ts|contract\/values\/phone\.ts|console\/resources\/auth\/(guest-only\.tsx|sign-in-page\.css))$/;

/** States and kinds of every noun are made by these: a file of their own would be mostly headers. */
const DEFINITIONS = /\/src\/contract\/definitions\/define-[\w-]+\.ts$/;
/** What every way of registration has: each side's form, and the code, which comes with the SMS, are of their own. */
const REGISTRATION = /\/src\/console\/(resources\/auth\/(code-step-part|consents|form-problem|legal-forms|person-fields|registration-draft|step-form|use-registration)\.tsx?|ui\/light\/light-check\.tsx)$/;
/** A worker's own form, by whichever way he comes. */
const WORKER_REGISTRATION = /\/src\/console\/resources\/auth\/(worker-form|worker-way|use-kept-invitation|invitation)\.tsx?$/;
/** What a call's description imports are mostly schemas, which `lean-endpoints.ts` has cut out of it. */
const CALLS = /\/src\/contract\/.*-endpoints\.ts$/;

interface Context {
  readonly getModuleInfo: (id: string) => { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/**
 * What every page needs in one chunk instead of six: the compressor sees all of it at once (2 KiB less), and the browser asks once.
 * A fresh function per build, because it remembers what it has found.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const known = new Map<string, boolean>();
  return [
    { name: (id, context) => (LIGHT_PARTS.test(id) || DEFINITIONS.test(id) || isStart(id, context as Context, known) ? "start" : null), priority: 2 },
    { name: "registration", test: REGISTRATION, priority: 1 },
    { name: "worker-registration", test: WORKER_REGISTRATION, priority: 0 },
  ];
}

/** Whether the entry imports the module without waiting, directly or through others. */
function isStart(id: string, context: Context, known: Map<string, boolean>): boolean {
  const found = known.get(id);
  if (found !== undefined) return found;
  // A circle of imports is decided by its other ways in.
  known.set(id, false);
  const isFound = ENTRY.test(id) || (context.getModuleInfo(id)?.importers ?? []).some((importer) => !CALLS.test(importer) && isStart(importer, context, known));
  known.set(id, isFound);
  return isFound;
}
