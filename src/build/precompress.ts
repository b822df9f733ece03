import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { minifySync, type Plugin } from "vite";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|map)$/;
/** Smaller files save less than the header costs. */
const SMALLEST_BYTES = 384;

/** Copied, so not minified by the bundler. */
const COPIED_SCRIPT = /^(?!.*[\\/]assets[\\/]).*\.js$/;

/** Minifies copied scripts; writes `.br` and `.gz`, so the server compresses nothing. */
export function precompress(): Plugin {
  let outDir = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      for (const file of await filesIn(outDir)) {
        if (COPIED_SCRIPT.test(file))
          await writeFile(file, minifySync(file, await readFile(file, "utf8")).code);
        if (!COMPRESSIBLE.test(file) || (await stat(file)).size < SMALLEST_BYTES) continue;
        const content = await readFile(file);
        await writeFile(
          `${file}.br`,
          await toBrotli(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          }),
        );
        await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
      }
    },
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
