import { resolve } from "node:path";
import type { Rolldown } from "vite";

type NameOf = Extract<Rolldown.CodeSplittingGroup["name"], (...args: never) => unknown>;
type Context = Parameters<NameOf>[1];

/**
 * Parts of Ant Design used by many console pages, not all. Parts named neither here nor in `RARE`
 * load with every page.
 */
const FAMILIES = {
  tables: "radio|table|tree",
  records: "avatar|card|descriptions|list|statistic|tabs",
  forms: "form",
  numbers: "input-number|segmented",
  text: "typography",
};
const RARE =
  "auto-complete|collapse|date-picker|divider|image|picker|progress|rate|result|slider|steps|timeline|tree-select|upload";

const folders = (names: string) => `(antd/es/(${names})/|rc-(${names})/)`;
const LIBRARIES = new RegExp(
  `node_modules/(?!${folders([RARE, ...Object.values(FAMILIES)].join("|"))})`,
);
const CONTRACT = /src\/contract\//;
const OUR_OWN = /src\/(app|web|site|console|contract)\//;
/** Sums, dates, counts, faces: on most pages. */
const VALUES =
  /src\/(contract\/values\/(calendar-date|money|plural)|web\/(format\/(dates|money)|ui\/(money-text|person-picture)))\.tsx?$/;
const FIELDS =
  /src\/(site\/(ui\/phone-field|auth\/side-choice)|web\/(ui\/(site-button|site-field)|format\/phone))\.tsx?$/;
const ANTD = /node_modules\/antd\//;

const ENTRY = "app/main.tsx";
const CONSOLE = [
  "console/app/console-routes.tsx",
  "console/app/console-layout.tsx",
  "console/app/console-frame.tsx",
];
/** The header's person, on the site too. */
const PERSON = [
  "web/layout/person-face.tsx",
  "web/modals/modal-content.tsx",
  "web/modals/use-modal.ts",
  "web/session/access.ts",
  "web/live/live-stream.ts",
  "web/layout/balance-face.tsx",
  "web/layout/bell-label.ts",
];
const PARTS = [
  "console/kit/list-link.ts",
  "console/kit/person-name.tsx",
  "console/kit/title-bar.tsx",
  "console/kit/date-text.tsx",
];
const LISTS = ["console/kit/list-page.tsx", "console/kit/columns.tsx", "console/kit/filters.tsx"];

/**
 * React and the router change together. One file each for what every site page loads, the console's
 * libraries, its shared modules, and the contract's part of registration and public lists: each
 * file costs half a kilobyte of headers.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return [
    { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
    { name: "router", test: /node_modules\/(react-router)\//, priority: 5 },
    { name: inClosure("site", [ENTRY]), priority: 4 },
    { name: "values", test: VALUES, priority: 3 },
    { name: "fields", test: FIELDS, priority: 3 },
    { name: inClosure("frame", CONSOLE), test: LIBRARIES, priority: 3 },
    ...Object.entries(FAMILIES).map(([name, names]) => ({
      name,
      test: new RegExp(`node_modules/${folders(names)}`),
      priority: 2,
    })),
    {
      name: inClosure("registration", [
        "site/auth/registration-form-page.tsx",
        "site/auth/workman-form.tsx",
      ]),
      test: CONTRACT,
      priority: 3,
    },
    {
      name: inClosure("catalogue", ["site/jobs/load-job-catalogue.ts"]),
      test: CONTRACT,
      priority: 2,
    },
    {
      name: inClosure("workmen", [
        "contract/workmen/workman-endpoints.ts",
        "contract/reviews/review-endpoints.ts",
      ]),
      test: CONTRACT,
      priority: 2,
    },
    {
      name: inClosure("person", PERSON),
      test: OUR_OWN,
      priority: 1,
      includeDependenciesRecursively: false,
    },
    // Modules of site pages stay out, or pages would load the console. They import nothing of this
    // file, so the loading order holds.
    {
      name: inClosure("console", [...CONSOLE, ...PARTS], pagesOfSite),
      test: OUR_OWN,
      priority: 1,
      includeDependenciesRecursively: false,
    },
    {
      name: inClosure("lists", LISTS, pagesOfSite),
      test: OUR_OWN,
      priority: 0,
      includeDependenciesRecursively: false,
    },
  ];
}

/**
 * These modules and all they import. The entry and the console's first files stay apart: a page's
 * head names them.
 */
function inClosure(
  name: string,
  modules: readonly string[],
  except?: (context: Context) => ReadonlySet<string>,
): NameOf {
  let closure: ReadonlySet<string> | null = null;
  return (id, context) => {
    closure ??= without(importedFrom(modules.map(fileOf), context), [
      ...[ENTRY, ...CONSOLE].map(fileOf),
      ...(except?.(context) ?? []),
    ]);
    return closure.has(id) ? name : null;
  };
}

function without(ids: ReadonlySet<string>, others: readonly string[]): ReadonlySet<string> {
  const left = new Set(ids);
  for (const id of others) left.delete(id);
  return left;
}

function importedFrom(roots: readonly string[], context: Context): Set<string> {
  const found = new Set(roots);
  for (const id of found)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Loaded lazily by the entry, without Ant Design. */
function pagesOfSite(context: Context): ReadonlySet<string> {
  const pages = [...importedFrom([fileOf(ENTRY)], context)].flatMap(
    (id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
  );
  const closures = pages.map((page) => [...importedFrom([page], context)]);
  return new Set(closures.filter((ids) => !ids.some((id) => ANTD.test(id))).flat());
}

const fileOf = (path: string) => resolve("src", path);
