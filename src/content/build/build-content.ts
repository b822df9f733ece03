import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { LEGAL_DOCUMENT_KINDS } from "#contract/legal-documents/legal-document.ts";
import { readLegalText } from "./legal-text.ts";
import { readArticle, readQuestions } from "./site-texts.ts";

export const CONTENT = resolve(import.meta.dirname, "..");
export const GENERATED = join(CONTENT, "generated");

/**
 * Markdown of `src/content` → data modules under `generated`. Unchanged files are not written, so
 * builds may run in parallel.
 *
 * @throws Error with file and line.
 */
export function buildContent(): void {
  const modules = new Map<string, string>();
  const versions = readTexts("legal", readLegalText).toSorted(
    (one, other) =>
      LEGAL_DOCUMENT_KINDS.indexOf(one.kind) - LEGAL_DOCUMENT_KINDS.indexOf(other.kind) ||
      (one.validFrom < other.validFrom ? 1 : -1),
  );
  for (const version of versions)
    modules.set(`legal/${version.kind}-${version.validFrom}.ts`, moduleOf(version));
  modules.set(
    "legal/versions.ts",
    `export default [\n${versions
      .map(
        ({ kind, validFrom }) =>
          `  { kind: "${kind}", validFrom: "${validFrom}", load: () => import("./${kind}-${validFrom}.ts") },\n`,
      )
      .join("")}] as const;\n`,
  );
  const groups = readTexts("faq", readQuestions).toSorted((one, other) => one.order - other.order);
  modules.set("faq.ts", moduleOf(groups.map(({ group }) => group)));
  const articles = readTexts("blog", readArticle).toSorted((one, other) =>
    one.date < other.date ? 1 : -1,
  );
  modules.set("blog.ts", moduleOf(articles));
  writeModules(modules);
}

function readTexts<Text>(folder: string, read: (file: string, source: string) => Text): Text[] {
  return filesUnder(join(CONTENT, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) =>
      read(relative(resolve(CONTENT, "../.."), file).replaceAll("\\", "/"), readText(file)),
    );
}

/** `as const`: the importing module gives the type. */
function moduleOf(data: unknown): string {
  return `export default ${JSON.stringify(data, null, 1)} as const;\n`;
}

function writeModules(modules: ReadonlyMap<string, string>): void {
  for (const [name, source] of modules) {
    const file = join(GENERATED, name);
    mkdirSync(dirname(file), { recursive: true });
    if (readText(file) === source) continue;
    // Rename: a concurrent reader gets a whole text.
    const whole = `${file}.${process.pid}`;
    writeFileSync(whole, source);
    renameSync(whole, file);
  }
  for (const file of filesUnder(GENERATED).filter((one) => one.endsWith(".ts")))
    if (!modules.has(relative(GENERATED, file).replaceAll("\\", "/"))) rmSync(file);
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** "" for a missing file; line ends become `\n`. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
