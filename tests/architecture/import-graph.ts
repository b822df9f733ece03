/** Imports within `src` by file. */
type Imports = ReadonlyMap<string, Iterable<string>>;

/** The part of dependency-cruiser's result used here. */
interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string; readonly dynamic: boolean }[];
}

/** With type imports, which a reader follows too; without lazy ones. */
export function staticImports(modules: readonly Module[]): Map<string, readonly string[]> {
  return new Map(
    modules
      .filter(({ source }) => source.startsWith("src/"))
      .map(({ source, dependencies }) => [
        source,
        dependencies
          .filter(({ dynamic, resolved }) => !dynamic && resolved.startsWith("src/"))
          .map(({ resolved }) => resolved),
      ]),
  );
}

/**
 * Folder of a noun or mechanism: `src/contract/jobs`, `src/server/modules/jobs`. Files directly in
 * `src/server` count as rooms: some serve all modules, others assemble them.
 */
function roomOf(file: string): string {
  const parts = file.split("/");
  if (parts.length === 3) return parts[1] === "server" ? file : `${parts[0]}/${parts[1]}`;
  const isNested = /^(modules|money|integrations)$/.test(parts[2] ?? "") && parts.length > 4;
  return parts.slice(0, isNested ? 4 : 3).join("/");
}

/** A text per circle, with example files. */
export function circlesOfRooms(imports: Imports): string[] {
  const example = new Map<string, string>();
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    for (const target of targets) {
      const other = roomOf(target);
      if (other === room) continue;
      rooms.set(room, (rooms.get(room) ?? new Set()).add(other));
      example.set(`${room} ${other}`, `${file} → ${target}`);
    }
  }
  const reached = new Map([...rooms.keys()].map((room) => [room, reachableFrom(room, rooms)]));
  const circles = new Map<string, string[]>();
  for (const [room, others] of reached) {
    if (!others.has(room)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(room)).toSorted();
    const names = circle.join(" ");
    const imported = circle.flatMap((other) => example.get(`${room} ${other}`) ?? []);
    circles.set(names, [...(circles.get(names) ?? []), ...imported]);
  }
  return [...circles].map(([names, imported]) => `${names}\n  ${imported.join("\n  ")}`);
}

/** Transitive imports per file of routes, the fewest first. */
export function closuresOfRoutes(imports: Imports): { file: string; size: number }[] {
  return [...imports.keys()]
    .filter((file) => /^src\/server\/.*(-routes|\/routes|\/routes\/[^/]+)\.ts$/.test(file))
    .map((file) => ({ file, size: reachableFrom(file, imports).size }))
    .toSorted((one, other) => one.size - other.size);
}

/** Contains `start` only if it is in a circle. */
function reachableFrom(start: string, edges: Imports): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const one of edges.get(next) ?? []) {
      if (reached.has(one)) continue;
      reached.add(one);
      waiting.push(one);
    }
  }
  return reached;
}
