import { resolve } from "node:path";
import type { Rolldown } from "vite";

type NameOf = Extract<Rolldown.CodeSplittingGroup["name"], (...args: never) => unknown>;
type Context = Parameters<NameOf>[1];

/** A calendar comes beside the rows of a list, a field for files with its form. */
const LIBRARIES = /node_modules\/(?!rc-picker|rc-upload|antd\/es\/(date-picker|upload)\/)/;
const CONTRACT = /src\/contract\//;

/**
 * React and the router are in every page and change together. What comes with each page of the site is one file, and so are the console's libraries and what the
 * registration and the public lists read of the contract: each icon, helper and table of states as a file of its own costs half a kilobyte of headers.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return [
    { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
    { name: "router", test: /node_modules\/(react-router)\//, priority: 5 },
    { name: withPages("site", ["main.tsx"]), priority: 4 },
    { name: withPages("frame", ["app/console-routes.tsx", "app/console-layout.tsx", "app/console-frame.tsx"]), test: LIBRARIES, priority: 3 },
    { name: withPages("registration", ["resources/auth/registration-form-page.tsx", "resources/auth/worker-form.tsx"]), test: CONTRACT, priority: 2 },
    { name: withPages("catalogue", ["resources/jobs/load-job-catalogue.ts"]), test: CONTRACT, priority: 1 },
  ];
}

/** Names every module that comes with these modules of the console, whatever imports it goes through. */
function withPages(name: string, pages: readonly string[]): NameOf {
  let closure: ReadonlySet<string> | null = null;
  return (id, context) => {
    closure ??= importedFrom(pages.map((page) => resolve("src/console", page)), context);
    return closure.has(id) ? name : null;
  };
}

function importedFrom(roots: readonly string[], context: Context): ReadonlySet<string> {
  const found = new Set(roots);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  // The pages stay what they are: the build names their chunks in the page's head.
  for (const root of roots) found.delete(root);
  return found;
}
