import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const inFolder = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const PAGES = [
  ...inFolder("."),
  ...inFolder("docs"),
  ...inFolder("docs/decisions"),
  ...readdirSync("src").map((name) => join("src", name, "README.md")),
].filter((path) => existsSync(path));
const read = (path: string) => readFileSync(path, "utf8");

/** Links and pictures outside of code. */
function linksOf(page: string): string[] {
  const text = page.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

/** GitHub's anchors: letters and digits, spaces as hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

describe("the documents", () => {
  test.each(PAGES)("%s leads to files and headings that are there", (path) => {
    const broken = linksOf(read(path)).filter((target) => {
      if (/^(https?|mailto):/.test(target)) return false;
      const [file = "", anchor] = target.split("#");
      const at = file === "" ? path : join(dirname(path), file);
      if (!existsSync(at)) return true;
      if (anchor === undefined) return false;
      const headings = [...read(at).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
      return !headings.map(anchorOf).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("the README shows six pictures, in both languages the same", () => {
    const pictures = (path: string) => linksOf(read(path)).filter((one) => one.endsWith(".png"));
    expect(pictures("README.md")).toHaveLength(6);
    expect(pictures("README.ru.md")).toEqual(pictures("README.md"));
  });

  test("every decision stands in the index, under its own title, and one that is over names the next", () => {
    const index = read("docs/decisions/README.md");
    const names = readdirSync("docs/decisions").filter((name) => /^\d/.test(name));
    for (const name of names) {
      const page = read(join("docs/decisions", name));
      const [, number, title] = /^# (\d{4})\. (.+)$/m.exec(page) ?? [];
      expect(name.slice(0, 4)).toBe(number);
      expect(index).toContain(`- [${number}](${name}) ${title}`);
      expect(page).toMatch(/^\d{4}-\d\d-\d\d · .+ · (In force|Superseded by \[\d{4}\]\(.+\))$/m);
    }
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  });
});
