import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

/** Where browsers ask for it; its scope is the whole site. */
const FILE = "service-worker.js";
const PAGE = "index.html";
/** In the pages already; the page without a server has no other. */
const CONFIG = "console-config.json";
/**
 * What a worker opens without a connection: the frame, the screens of what is kept for him and what
 * they load apart.
 */
const SCREENS = [
  "app/main.tsx",
  "console/app/console-layout.tsx",
  "console/app/console-routes.tsx",
  "console/accounts/personal-area-page.tsx",
  "console/edocuments/workman-edocument-list.tsx",
  "console/jobs/job-list.tsx",
  "console/notices/notice-list.tsx",
  "console/payouts/income/income-page.tsx",
  "console/account-users/my-invitations.tsx",
  "console/edocuments/received-documents.tsx",
  "console/employees/own-employments.tsx",
  "console/kit/phone-rows.tsx",
  "console/kit/row-drawer.tsx",
  "console/notices/recent-notices.tsx",
  "console/transactions/own-operations.tsx",
  "console/urgent/urgent-list.tsx",
  "console/workman-registration/registration-watch.tsx",
  "console/workman-wallet/wallet-card.tsx",
  "console/workmen/workman-next-steps.tsx",
].map((path) => resolve("src", path));

/** Bundles `src/service-worker` into one script without imports, which every browser runs. */
export function serviceWorker(): Plugin {
  let outDir = "";
  let target: string | string[] = [];
  return {
    name: "service-worker",
    apply: "build",
    configResolved({ build: options }) {
      outDir = options.outDir;
      target = options.target || [];
    },
    async writeBundle(_, bundle) {
      await build({
        root: resolve("src"),
        configFile: false,
        logLevel: "warn",
        define: {
          "process.env.NODE_ENV": '"production"',
          SHELL_FILES: JSON.stringify(shellFiles(bundle)),
        },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          modulePreload: false,
          target,
          rolldownOptions: {
            input: resolve("src/service-worker/service-worker.ts"),
            output: { format: "iife", entryFileNames: FILE },
          },
        },
      });
    },
  };
}

/** The page has no hash in its name: its revision is one. */
function shellFiles(bundle: Rolldown.OutputBundle) {
  const page = bundle[PAGE];
  if (page?.type !== "asset") throw new Error(`${PAGE} is not built`);
  const revision = createHash("sha256").update(page.source).digest("hex").slice(0, 16);
  const files = [...filesOf(bundle)].sort().map((file) => ({ url: `/${file}`, revision: null }));
  return [...[PAGE, CONFIG].map((file) => ({ url: `/${file}`, revision })), ...files];
}

function filesOf(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const roots = SCREENS.map((screen) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(screen));
    if (!chunk) throw new Error(`no chunk has ${screen}`);
    return chunk.fileName;
  });
  const files = new Set(roots);
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk") continue;
    for (const one of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])])
      files.add(one);
  }
  return files;
}
