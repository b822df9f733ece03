/**
 * `architecture.md` §3 for dependency-cruiser. `npm run arch` also fails when nothing was read.
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

const NOUN_OF_CONSOLE = "^src/console/(?!app/|calls/|kit/|layout/|refine/)[^/]+/";

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
        "What several files of a module need stands below them, in a file of its own; what all modules need, in platform.ts.",
      severity: "error",
      from: { path: "^src/(server|contract)" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    {
      name: "contract-is-pure",
      comment: "The contract knows neither side, no Node and no framework.",
      severity: "error",
      from: { path: "^src/contract" },
      to: { path: ["^src/(?!contract/|content/generated/)", "node_modules/(?!typebox/)"] },
    },
    {
      name: "states-and-briefs-stand-below-records",
      comment: "A record names its states and the briefs of others, never the other way round.",
      severity: "error",
      from: { path: "^src/contract/[^/]+/[^/]+-(states|brief)\\.ts$" },
      to: {
        path: "^src/contract/",
        pathNot: "^src/contract/(access|definitions|kernel|values)/|-(states|brief)\\.ts$",
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
      name: "server-knows-no-front",
      severity: "error",
      from: { path: "^src/server" },
      to: { path: "^src/(app|console|service-worker|site|web)/" },
    },
    {
      name: "fronts-know-no-server",
      severity: "error",
      from: { path: "^src/(app|console|service-worker|site|web)/" },
      to: { path: "^src/server" },
    },
    {
      name: "fronts-run-in-a-browser",
      severity: "error",
      from: { path: "^src/(app|console|service-worker|site|web)/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "rooms-of-the-server-know-no-nouns",
      comment: "http, data, work and files serve every noun.",
      severity: "error",
      from: { path: "^src/server/(http|data|work|files)/", pathNot: "^src/server/http/openapi/" },
      to: { path: "^src/server/(modules|money|integrations|sandbox|seed|app|module|platform)" },
    },
    {
      name: "routes-are-no-library",
      comment: "What a task or another call needs has a file of its own.",
      severity: "error",
      from: {
        path: "^src/server",
        pathNot:
          "^src/server/(http/openapi/|(modules|money)/[^/]+/module\\.ts$|sandbox/mount-sandbox\\.ts$)",
      },
      to: {
        path: "^src/server/.*[-/]routes\\.ts$|^src/server/(modules|money)/(?!registries/)[^/]+/routes/",
      },
    },
    {
      name: "modules-are-collected-once",
      comment: "A module is a value for modules.ts; what others call of it stands in its index.",
      severity: "error",
      from: { path: "^src", pathNot: "^src/server/modules\\.ts$" },
      to: { path: "^src/server/(modules|money)/[^/]+/module\\.ts$" },
    },
    {
      name: "integrations-know-no-modules",
      severity: "error",
      from: { path: "^src/server/integrations" },
      to: { path: "^src/server/(modules|money|sandbox|seed|app\\.ts)" },
    },
    {
      name: "modules-see-ports-only",
      comment: "A module never meets an adapter, only the port.",
      severity: "error",
      from: { path: "^src/server/(modules|money|sandbox)/" },
      to: { path: "^src/server/integrations/[^/]+/(?!port\\.ts$)" },
    },
    doorOnly("server", "server/(?:modules|money)"),
    doorOnly("console", "console/(?!app/|calls/|kit/|layout/|refine/)"),
    {
      name: "web-knows-no-front",
      comment: "What the site and the console share knows neither.",
      severity: "error",
      from: { path: "^src/web/" },
      to: { path: "^src/(app|console|site)/" },
    },
    {
      name: "format-is-pure",
      severity: "error",
      from: { path: "^src/web/format/" },
      to: { path: "^src/web/(?!format/)" },
    },
    {
      name: "site-loads-the-console-lazily",
      comment: "A guest never loads Refine or Ant Design.",
      severity: "error",
      from: { path: "^src/site/" },
      to: { path: "^src/console/", dependencyTypesNot: ["dynamic-import"] },
    },
    {
      name: "site-uses-no-antd",
      severity: "error",
      from: { path: "^src/(site|web)/" },
      to: {
        path: "node_modules/(antd|@ant-design|@refinedev)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "console-knows-no-site",
      severity: "error",
      from: { path: "^src/console/" },
      to: { path: "^src/(app|site)/" },
    },
    {
      name: "nouns-know-no-app",
      comment: "The app collects modules; what a noun needs of it stands in kit, calls or web.",
      severity: "error",
      from: { path: `${NOUN_OF_CONSOLE}|^src/console/(kit|layout|calls|refine)/` },
      to: { path: "^src/console/app/" },
    },
    {
      name: "kit-knows-no-nouns",
      severity: "error",
      from: { path: "^src/console/(kit|calls|refine)/" },
      to: { path: `${NOUN_OF_CONSOLE}|^src/console/layout/` },
    },
    {
      name: "screens-use-calls-not-axios",
      severity: "error",
      from: { path: `${NOUN_OF_CONSOLE}|^src/(site/|console/(kit|layout|app)/)` },
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
