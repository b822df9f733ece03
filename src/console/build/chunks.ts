import { resolve } from "node:path";
import type { Rolldown } from "vite";

type NameOf = Extract<Rolldown.CodeSplittingGroup["name"], (...args: never) => unknown>;
type Context = Parameters<NameOf>[1];

/** What few screens draw with; a calendar comes beside the rows of a list, a field for files with its form. */
const RARE = "collapse|date-picker|image|rate|result|slider|steps|timeline|tree-select|upload";
const LIBRARIES = new RegExp(`node_modules/(?!antd/es/(${RARE})/|rc-(picker|${RARE})/)`);
const CONTRACT = /src\/contract\//;
const OUR_OWN = /src\/(contract|console)\//;
const ANTD = /node_modules\/antd\//;

const ENTRY = "main.tsx";
const CONSOLE = ["app/console-routes.tsx", "app/console-layout.tsx", "app/console-frame.tsx"];
const LISTS = ["kit/list-page.tsx", "kit/columns.tsx", "kit/filters.tsx"];

/**
 * React and the router are in every page and change together. What comes with each page of the site is one file, and so are the console's libraries, what its pages share
 * of our own, and what the registration and the public lists read of the contract: each icon, helper and table of states as a file of its own costs half a kilobyte of headers.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return [
    { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
    { name: "router", test: /node_modules\/(react-router)\//, priority: 5 },
    { name: inClosure("site", [ENTRY]), priority: 4 },
    { name: inClosure("frame", CONSOLE), test: LIBRARIES, priority: 3 },
    { name: inClosure("registration", ["resources/auth/registration-form-page.tsx", "resources/auth/worker-form.tsx"]), test: CONTRACT, priority: 2 },
    { name: inClosure("catalogue", ["resources/jobs/load-job-catalogue.ts"]), test: CONTRACT, priority: 1 },
    // Whatever a page of the site reads as well stays outside, or that page would bring the console. What stays outside imports nothing of this file, so the order of loading holds.
    { name: inClosure("console", CONSOLE, { beside: LISTS, except: pagesOfSite }), test: OUR_OWN, priority: 0, includeDependenciesRecursively: false },
  ];
}

interface Closure {
  /** Further modules that come with the pages. */
  readonly beside?: readonly string[];
  readonly except?: (context: Context) => ReadonlySet<string>;
}

/** Names every module that comes with these pages of the console, whatever imports it goes through. The pages keep their own files, which the build names in a page's head. */
function inClosure(name: string, pages: readonly string[], { beside = [], except }: Closure = {}): NameOf {
  let closure: ReadonlySet<string> | null = null;
  return (id, context) => {
    closure ??= without(importedFrom([...pages, ...beside].map(fileOf), context), [...pages.map(fileOf), ...(except?.(context) ?? [])]);
    return closure.has(id) ? name : null;
  };
}

function without(ids: ReadonlySet<string>, others: readonly string[]): ReadonlySet<string> {
  const left = new Set(ids);
  for (const id of others) left.delete(id);
  return left;
}

/** These modules and all that they import. */
function importedFrom(roots: readonly string[], context: Context): Set<string> {
  const found = new Set(roots);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** What the pages of the site consist of: those that the entry leads to and that draw without Ant Design. */
function pagesOfSite(context: Context): ReadonlySet<string> {
  const pages = [...importedFrom([fileOf(ENTRY)], context)].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const closures = pages.map((page) => [...importedFrom([page], context)]);
  return new Set(closures.filter((ids) => !ids.some((id) => ANTD.test(id))).flat());
}

const fileOf = (path: string) => resolve("src/console", path);
