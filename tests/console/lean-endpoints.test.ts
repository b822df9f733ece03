import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isMultipart } from "#contract/http/define-endpoints.ts";

test("a body named like a type is a schema: the console's build may leave it out, an upload it may not", async () => {
  const named: string[] = [];
  const files = readdirSync("src/contract", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("-endpoints.ts") && !name.startsWith("http"));
  for (const file of files.map((name) => `src/contract/${name}`)) {
    const source = readFileSync(file, "utf8");
    const bodies = new Set([...source.matchAll(/body: ([A-Z]\w*)\b(?!\.)/g)].map(([, name = ""]) => name));
    for (const [, names = "", path = ""] of source.matchAll(/import \{([^}]+)\} from "([^"]+)"/g)) {
      const wanted = names.split(",").map((name) => name.trim()).filter((name) => bodies.has(name));
      if (wanted.length === 0) continue;
      const from = path.startsWith("#contract/") ? path.replace("#contract/", "../../src/contract/") : `../../${file.replace(/[^/]+$/, "")}${path.slice(2)}`;
      const module = (await import(from)) as Record<string, never>;
      for (const name of wanted) {
        named.push(name);
        expect(isMultipart(module[name]), `${file}: ${name}`).toBe(false);
        bodies.delete(name);
      }
    }
    expect([...bodies], file).toEqual([]);
  }
  expect(named).toContain("AccountUpdate");
});
