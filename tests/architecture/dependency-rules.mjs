/**
 * What may import what: `architecture.md` §3 as rules for dependency-cruiser. `npm run arch` also fails when nothing was
 * read, because a checker that reads no modules reports success.
 *
 * @type {import("dependency-cruiser").IConfiguration}
 */
const doorOnly = (side, folder) => ({
  name: `${side}-doors`,
  comment:
    "Another noun is reached through its index only. The console's frame reads every index, so what is drawn stands apart: fields of forms, parts of pages.",
  severity: "error",
  from: { path: `^src/${folder}/([^/]+)/` },
  to: {
    path: `^src/${folder}/([^/]+)/`,
    pathNot: [`^src/${folder}/$1/`, `^src/${folder}/[^/]+/(index|fields|parts)\\.tsx?$`],
  },
});

/** Pages of the site stand in the folder of their noun beside its screens of the console. */
const SITE_FILES = [
  "^src/console/resources/(auth|workmen)/",
  "^src/console/resources/jobs/(?!worker/|company/|my-job-part)",
  "^src/console/resources/reviews/review-lines",
  "^src/console/resources/accounts/account-(catalogue|filters|page)",
];

export default {
  forbidden: [
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only", "dynamic-import"] } },
    },
    {
      name: "no-circles-of-types",
      comment:
        "What several files of a module need stands below them: its dependencies in dependencies.ts.",
      severity: "error",
      from: { path: "^src/(server|contract)" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    {
      name: "contract-is-pure",
      comment: "The contract knows neither side, no Node and no framework.",
      severity: "error",
      from: { path: "^src/contract" },
      to: { path: ["^src/(server|console)", "node_modules/(?!typebox/)"] },
    },
    {
      name: "states-and-briefs-stand-below-records",
      comment: "A record names its states and the briefs of others, never the other way round.",
      severity: "error",
      from: { path: "^src/contract/[^/]+/[^/]+-(states|brief)\\.ts$" },
      to: {
        path: "^src/contract/",
        pathNot: "^src/contract/(access|definitions|http|values)/|-(states|brief)\\.ts$",
      },
    },
    {
      name: "contract-runs-anywhere",
      comment: "The browser reads the contract too.",
      severity: "error",
      from: { path: "^src/contract" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "server-knows-no-console",
      severity: "error",
      from: { path: "^src/server" },
      to: { path: "^src/console" },
    },
    {
      name: "console-knows-no-server",
      severity: "error",
      from: { path: "^src/console" },
      to: { path: "^src/server" },
    },
    {
      name: "console-runs-in-a-browser",
      comment: "Build helpers of Vite are the one exception.",
      severity: "error",
      from: { path: "^src/console", pathNot: "^src/console/build/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "platform-knows-no-nouns",
      severity: "error",
      from: { path: "^src/server/platform" },
      to: { path: "^src/server/(modules|integrations|bases|app|modules\\.ts)" },
    },
    {
      name: "routes-are-no-library",
      comment: "What a task or another call needs has a file of its own.",
      severity: "error",
      from: { path: "^src/server", pathNot: "^src/server/(bases/|modules/[^/]+/index\\.ts$)" },
      to: { path: "-routes\\.ts$" },
    },
    {
      name: "integrations-know-no-modules",
      severity: "error",
      from: { path: "^src/server/integrations" },
      to: { path: "^src/server/(modules|bases|seed|app\\.ts)" },
    },
    {
      name: "modules-see-ports-only",
      comment: "A module never meets an adapter, only the port.",
      severity: "error",
      from: { path: "^src/server/modules" },
      to: { path: "^src/server/integrations/[^/]+/(?!port\\.ts$)" },
    },
    doorOnly("server", "server/modules"),
    doorOnly("console", "console/resources"),
    {
      name: "ui-knows-no-nouns",
      comment: "Its parts use the providers; formatting uses nothing.",
      severity: "error",
      from: { path: "^src/console/ui" },
      to: { path: "^src/console/(resources|layout|pages|app|modals|kit)" },
    },
    {
      name: "format-is-pure",
      severity: "error",
      from: { path: "^src/console/format" },
      to: { path: "^src/console/(?!format)" },
    },
    {
      name: "providers-know-no-screens",
      severity: "error",
      from: { path: "^src/console/(providers|modals)" },
      to: { path: "^src/console/(resources|layout|pages|app)" },
    },
    {
      name: "providers-know-no-modals",
      comment:
        "The catalogue of windows is a type of the providers; the store and the frames use it.",
      severity: "error",
      from: { path: "^src/console/providers" },
      to: { path: "^src/console/(modals|kit)" },
    },
    {
      name: "resources-know-no-app",
      comment: "The app collects modules; what a resource needs of it belongs to providers.",
      severity: "error",
      from: { path: "^src/console/(resources|kit|ui|layout|modals|pages)" },
      to: { path: "^src/console/app" },
    },
    {
      name: "console-screens-use-antd",
      comment: "Parts of the site without Ant Design are for the site.",
      severity: "error",
      from: { path: "^src/console/(kit|resources)/", pathNot: SITE_FILES },
      to: { path: "^src/console/ui/(site/|confirm-code)" },
    },
    {
      name: "kit-knows-no-nouns",
      severity: "error",
      from: { path: "^src/console/kit" },
      to: { path: "^src/console/(resources|layout|pages)" },
    },
    {
      name: "screens-use-providers-not-axios",
      severity: "error",
      from: { path: "^src/console/(resources|layout|pages|kit|modals|ui)" },
      to: { path: "node_modules/axios" },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
