/**
 * What may import what: `architecture.md` §3 as rules for dependency-cruiser. `npm run arch` also fails when nothing was
 * read, because a checker that reads no modules reports success.
 *
 * @type {import("dependency-cruiser").IConfiguration}
 */
const doorOnly = (side, folder) => ({
  name: `${side}-doors`,
  comment: "Another noun is reached through its door (index) only.",
  severity: "error",
  from: { path: `^src/${folder}/([^/]+)/` },
  to: { path: `^src/${folder}/([^/]+)/`, pathNot: [`^src/${folder}/$1/`, `^src/${folder}/[^/]+/index\\.tsx?$`] },
});

export default {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only", "dynamic-import"] } } },
    { name: "contract-is-pure", comment: "The contract knows neither side, no Node and no framework.", severity: "error", from: { path: "^src/contract" }, to: { path: ["^src/(server|console)", "node_modules/(?!typebox/)"] } },
    { name: "contract-runs-anywhere", comment: "The browser reads the contract too.", severity: "error", from: { path: "^src/contract" }, to: { dependencyTypes: ["core"] } },
    { name: "server-knows-no-console", severity: "error", from: { path: "^src/server" }, to: { path: "^src/console" } },
    { name: "console-knows-no-server", severity: "error", from: { path: "^src/console" }, to: { path: "^src/server" } },
    { name: "console-runs-in-a-browser", comment: "Build helpers of Vite are the one exception.", severity: "error", from: { path: "^src/console", pathNot: "^src/console/build/" }, to: { dependencyTypes: ["core"] } },
    { name: "platform-knows-no-nouns", severity: "error", from: { path: "^src/server/platform" }, to: { path: "^src/server/(modules|integrations|bases|app|modules\\.ts)" } },
    { name: "integrations-know-no-modules", severity: "error", from: { path: "^src/server/integrations" }, to: { path: "^src/server/(modules|bases|app\\.ts)" } },
    { name: "modules-see-ports-only", comment: "A module never meets an adapter, only the port.", severity: "error", from: { path: "^src/server/modules" }, to: { path: "^src/server/integrations/[^/]+/(?!port\\.ts$)" } },
    doorOnly("server", "server/modules"),
    doorOnly("console", "console/resources"),
    { name: "ui-knows-no-nouns", comment: "A server form and a paged table do use the providers; formatting uses nothing.", severity: "error", from: { path: "^src/console/ui" }, to: { path: "^src/console/(resources|layout|pages|app|modals|kit)" } },
    { name: "format-is-pure", severity: "error", from: { path: "^src/console/format" }, to: { path: "^src/console/(?!format)" } },
    { name: "providers-know-no-screens", severity: "error", from: { path: "^src/console/(providers|modals)" }, to: { path: "^src/console/(resources|layout|pages|app)" } },
    { name: "providers-know-no-modals", comment: "The catalogue of windows is a type of the providers; the store and the frames use it.", severity: "error", from: { path: "^src/console/providers" }, to: { path: "^src/console/(modals|kit)" } },
    { name: "resources-know-no-app", comment: "The app collects modules; what a resource needs of it belongs to providers.", severity: "error", from: { path: "^src/console/(resources|kit|ui|layout|modals|pages)" }, to: { path: "^src/console/app" } },
    { name: "kit-knows-no-nouns", severity: "error", from: { path: "^src/console/kit" }, to: { path: "^src/console/(resources|layout|pages)" } },
    { name: "screens-use-providers-not-axios", severity: "error", from: { path: "^src/console/(resources|layout|pages|kit|modals|ui)" }, to: { path: "node_modules/axios" } },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"], extensions: [".ts", ".tsx", ".mjs", ".js"] },
  },
};
