import ts from "typescript";

/** A parameter of a statement, numbered when the text is whole. */
export const PARAMETER = "\u0001";

/** What is known of an expression without running it; of `data`, only its type. */
export type Value =
  | { readonly kind: "sql"; readonly text: string }
  | { readonly kind: "constant"; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "object"; readonly node: ts.ObjectLiteralExpression; readonly scope: Scope }
  | { readonly kind: "function"; readonly node: Function; readonly scope: Scope }
  | { readonly kind: "data" };

export type Function = ts.FunctionLikeDeclaration;

/** A call of a function; without arguments, any of those that the program makes. */
export interface Scope {
  readonly of: Function | undefined;
  readonly given?: readonly (Given | Value | undefined)[];
  readonly outer?: Scope;
}

interface Given {
  readonly node: ts.Expression;
  readonly scope: Scope;
}

export const DATA: Value = { kind: "data" };
export const TOP: Scope = { of: undefined };
export const constant = (value: string | number | boolean | null | undefined): Value => ({
  kind: "constant",
  value,
});
export const text = (value: string): Value => ({ kind: "sql", text: value });

/** The text cannot be known. */
export class NotFollowed extends Error {}

/** The program would have thrown: no statement. */
export class NoSuchRun extends Error {}

/**
 * One way through the program. The first takes every branch that asks; each next one turns one
 * question otherwise, so that every answer is met once and equal questions are answered equally.
 */
export class Run {
  readonly asked = new Map<string, number>();
  readonly turned: ReadonlyMap<string, number>;

  constructor(turned: ReadonlyMap<string, number>) {
    this.turned = turned;
  }

  choose(question: string, answers: number): number {
    this.asked.set(question, answers);
    return this.turned.get(question) ?? 0;
  }
}

const MOST_RUNS = 120;

/** Calls `once` for as many ways as needed to meet every answer. */
export function runAll(once: (run: Run) => void): void {
  const waiting: ReadonlyMap<string, number>[] = [new Map()];
  const met = new Set<string>();
  for (let runs = 0; runs < MOST_RUNS; runs += 1) {
    const turned = waiting.shift();
    if (!turned) return;
    const run = new Run(turned);
    once(run);
    for (const [question, answers] of run.asked)
      for (let answer = 1; answer < answers; answer += 1) {
        const name = `${question} ${answer}`;
        if (met.has(name) || turned.has(question)) continue;
        met.add(name);
        waiting.push(new Map([...turned, [question, answer]]));
      }
  }
}

/** Without brackets, casts, `!` and `await`. */
export function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
    ? bare(node.expression)
    : node;
}

export function functionAround(node: ts.Node): Function | undefined {
  return ts.findAncestor(
    node.parent,
    (one): one is Function => ts.isFunctionLike(one) && "body" in one,
  );
}

export function eachNode(root: ts.Node, visit: (node: ts.Node) => void): void {
  const go = (node: ts.Node) => {
    visit(node);
    ts.forEachChild(node, go);
  };
  go(root);
}

/** Of PostgreSQL's own quoting. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const isSqlTag = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === "sql";
