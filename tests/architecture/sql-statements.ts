import { relative, resolve } from "node:path";
import ts from "typescript";
import { ProgramIndex } from "./sql-program.ts";
import {
  bare,
  eachNode,
  functionAround,
  isSqlTag,
  NoSuchRun,
  NotFollowed,
  PARAMETER,
  runAll,
} from "./sql-values.ts";
import { Walk } from "./sql-walk.ts";

export interface Statement {
  /** `src/server/data/live.ts:31` */
  readonly place: string;
  readonly texts: readonly string[];
  readonly row: ts.Type | undefined;
}

export interface Statements {
  readonly program: ProgramIndex;
  readonly followed: readonly Statement[];
  /** Places with the reason. */
  readonly notFollowed: readonly string[];
}

/** Every statement of the server with the texts it may have. */
export function findStatements(): Statements {
  const program = new ProgramIndex();
  const met = new Set<ts.Node>();
  const followed: Statement[] = [];
  const notFollowed: string[] = [];
  for (const file of program.files)
    eachNode(file, (node) => {
      if (!ts.isCallExpression(node)) return;
      const query = queryOf(program, node);
      if (!query) return;
      const texts = new Set<string>();
      let reason: string | undefined;
      runAll((run) => {
        try {
          const value = new Walk(program, run, met).evaluate(query, { of: functionAround(query) });
          if (value.kind === "sql") texts.add(numbered(value.text));
          else if (value.kind === "constant" && typeof value.value === "string")
            texts.add(value.value);
          else if (value.kind !== "constant" || value.value !== undefined)
            reason ??= `${query.getText().slice(0, 60)} is not known`;
        } catch (error) {
          if (error instanceof NotFollowed) reason ??= error.message;
          else if (!(error instanceof NoSuchRun)) throw error;
        }
      });
      if (reason !== undefined) notFollowed.push(`${placeOf(query)} ${reason}`);
      if (texts.size > 0)
        followed.push({
          place: placeOf(query),
          texts: [...texts],
          row: rowOf(program, node, query),
        });
    });
  for (const file of program.files)
    eachNode(file, (node) => {
      if (isSqlTag(node) && !met.has(node)) notFollowed.push(`${placeOf(node)} is in no statement`);
    });
  return { program, followed, notFollowed };
}

/** What a call hands to the database. */
function queryOf(program: ProgramIndex, call: ts.CallExpression): ts.Expression | undefined {
  const callee = bare(call.expression);
  const [first] = call.arguments;
  if (ts.isPropertyAccessExpression(callee)) {
    const { name, expression } = callee;
    if (name.text === "execute" || name.text === "compile")
      return program.mayBeSql(expression) ? expression : undefined;
    if (
      name.text === "query" &&
      first &&
      /\b(?:pool|client|admin\w*|connection)$/.test(expression.getText())
    ) {
      const object = bare(first);
      // Compiled before, and read there.
      if (ts.isPropertyAccessExpression(object) && object.name.text === "sql") return undefined;
      if (!ts.isObjectLiteralExpression(object)) return first;
      const property = object.properties.find((one) => one.name?.getText() === "text");
      return property && ts.isPropertyAssignment(property) ? property.initializer : first;
    }
  }
  const isPrepared =
    first &&
    call.arguments.length === 1 &&
    program.mayBeSql(first) &&
    program.checker.getTypeAtLocation(callee).aliasSymbol?.name === "PreparedQuery";
  return isPrepared ? first : undefined;
}

function rowOf(
  program: ProgramIndex,
  call: ts.CallExpression,
  query: ts.Expression,
): ts.Type | undefined {
  const { checker } = program;
  const written = call.typeArguments?.[0];
  if (written) return checker.getTypeFromTypeNode(written);
  const template = bare(query);
  if (isSqlTag(template))
    return template.typeArguments?.[0] && checker.getTypeFromTypeNode(template.typeArguments[0]);
  const type = checker.getTypeAtLocation(query);
  return checker.getTypeArguments(type as ts.TypeReference)[0];
}

const numbered = (text: string) => {
  let count = 0;
  return text.replaceAll(PARAMETER, () => `$${(count += 1)}`);
};

function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(resolve("."), file.fileName).replaceAll("\\", "/")}:${line + 1}`;
}
