import { execSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Fence ```` ```sh run ````. */
interface RecipeCommand {
  readonly recipe: string;
  readonly command: string;
}

/**
 * Fence ```` ```ts file=src/… ````: a new file; with `insert-after="…"`, `insert-before="…"` or
 * `replace="…"`, a unique line of an old one; `in="…"`: where the search begins.
 */
interface RecipeCode {
  readonly recipe: string;
  readonly file: string;
  readonly code: string;
  readonly place: Readonly<Record<"insert-after" | "insert-before" | "replace" | "in", string>>;
}

export type RecipeBlock = RecipeCode | RecipeCommand;

const RECIPE = /^<!-- recipe: ([a-z-]+) -->$/;
const FENCE = /^```\w+ file=(\S+)(.*)$/;
const RUN = "```sh run";
const ATTRIBUTE = /\b(insert-after|insert-before|replace|in)=(?:"([^"]*)"|'([^']*)')/g;

/** Blocks without `file=` or `run` are omitted. */
export function readRecipes(page: string): RecipeBlock[] {
  const blocks: RecipeBlock[] = [];
  const lines = page.split("\n");
  let recipe = "";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    recipe = RECIPE.exec(line)?.[1] ?? recipe;
    const [, file, attributes = ""] = FENCE.exec(line) ?? [];
    if (file === undefined && line !== RUN) continue;
    const end = lines.indexOf("```", at);
    const code = lines.slice(at + 1, end).join("\n");
    at = end;
    if (file === undefined) {
      blocks.push({ recipe, command: code });
      continue;
    }
    const place = Object.fromEntries(
      [...attributes.matchAll(ATTRIBUTE)].map(([, key, one, other]) => [key, one ?? other]),
    ) as RecipeCode["place"];
    blocks.push({ recipe, file, place, code });
  }
  return blocks;
}

/**
 * Writes or runs it.
 *
 * @throws Error when its place is missing or not unique.
 */
export function applyBlock(root: string, block: RecipeBlock): void {
  if ("command" in block) execSync(block.command, { cwd: root, stdio: "pipe" });
  else writeCode(root, block);
}

function writeCode(root: string, { recipe, file, code, place }: RecipeCode): void {
  const path = join(root, file);
  const [mode, anchor] =
    Object.entries(place).find(([key]) => key !== "in") ?? ([null, ""] as const);
  if (mode === null) {
    if (existsSync(path)) throw new Error(`recipe ${recipe}: ${file} is there already`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${code}\n`);
    return;
  }
  const lines = readFileSync(path, "utf8").split("\n");
  const from = place.in === undefined ? 0 : onlyLine(lines, place.in, `${recipe}: ${file}`) + 1;
  const rest = lines.slice(from);
  const at =
    from +
    (place.in === undefined
      ? onlyLine(rest, anchor, `${recipe}: ${file}`)
      : firstLine(rest, anchor, `${recipe}: ${file}`));
  const line = lines[at] ?? "";
  if (mode === "replace")
    lines.splice(
      at,
      1,
      line.replace(anchor, () => code),
    );
  else lines.splice(mode === "insert-after" ? at + 1 : at, 0, code);
  writeFileSync(path, lines.join("\n"));
}

function firstLine(lines: readonly string[], text: string, where: string): number {
  const at = lines.findIndex((line) => line.includes(text));
  if (at < 0) throw new Error(`recipe ${where} has no line «${text}»`);
  return at;
}

function onlyLine(lines: readonly string[], text: string, where: string): number {
  const at = firstLine(lines, text, where);
  if (lines.some((line, other) => other > at && line.includes(text)))
    throw new Error(`recipe ${where} has several lines «${text}»`);
  return at;
}
