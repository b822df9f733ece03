import { isDeepStrictEqual } from "node:util";
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { OutOfReach } from "#server/work/out-of-reach.ts";

/**
 * @param what - answers, in words of the log.
 * @returns a reader. It throws OutOfReach for nothing, a proxy's page, another shape: that says
 * nothing of anybody.
 */
export function answerReader<Schema extends TSchema>(
  what: string,
  schema: Schema,
): (answer: unknown) => Static<Schema> {
  const check = Compile(schema);
  return (answer) => {
    if (!check.Check(answer)) throw new OutOfReach(`${what} has another shape than agreed`);
    return answer;
  };
}

/**
 * Of answers that speak of each one asked about: a missing line is no answer, «unknown» is said in
 * words.
 *
 * @param id - the field that names it.
 * @returns a reader of one line for each id, in their order. It throws when one has none, none in
 * the agreed shape, or two that differ: the others may be asked about without it.
 */
export function linesReader<Schema extends TSchema, Id extends keyof Static<Schema>>(
  what: string,
  id: Id,
  schema: Schema,
): (lines: readonly unknown[], asked: readonly string[]) => Static<Schema>[] {
  const check = Compile(schema);
  return (lines, asked) => {
    const said = new Map<unknown, Static<Schema> | null>();
    for (const line of lines)
      if (check.Check(line)) {
        const other = said.get(line[id]);
        said.set(line[id], other === undefined || isDeepStrictEqual(other, line) ? line : null);
      }
    return asked.map((one) => {
      const line = said.get(one);
      if (line === undefined || line === null)
        throw new Error(`${what} has no line of one asked about, or in another shape than agreed`);
      return line;
    });
  };
}
