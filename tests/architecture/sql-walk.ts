import ts from "typescript";
import type { ProgramIndex } from "./sql-program.ts";
import {
  bare,
  constant,
  DATA,
  eachNode,
  type Function,
  functionAround,
  isSqlTag,
  NoSuchRun,
  NotFollowed,
  PARAMETER,
  quoted,
  type Run,
  type Scope,
  text,
  TOP,
  type Value,
} from "./sql-values.ts";

const DEEPEST = 160;

/** Reads expressions as the program would, in one `Run`. */
export class Walk {
  readonly #program: ProgramIndex;
  readonly #run: Run;
  /** Templates that became part of a text. */
  readonly met: Set<ts.Node>;
  #depth = 0;

  constructor(program: ProgramIndex, run: Run, met: Set<ts.Node>) {
    this.#program = program;
    this.#run = run;
    this.met = met;
  }

  evaluate(expression: ts.Expression, scope: Scope): Value {
    if (this.#depth > DEEPEST) throw new NotFollowed("too deep");
    this.#depth += 1;
    try {
      return this.#evaluate(bare(expression), scope);
    } finally {
      this.#depth -= 1;
    }
  }

  #evaluate(node: ts.Expression, scope: Scope): Value {
    if (isSqlTag(node)) return this.#template(node, scope);
    if (ts.isStringLiteralLike(node)) return constant(node.text);
    if (ts.isNumericLiteral(node)) return constant(Number(node.text));
    if (node.kind === ts.SyntaxKind.TrueKeyword) return constant(true);
    if (node.kind === ts.SyntaxKind.FalseKeyword) return constant(false);
    if (node.kind === ts.SyntaxKind.NullKeyword) return constant(null);
    if (ts.isIdentifier(node)) return this.#known(this.#identifier(node, scope), node, scope);
    if (ts.isTemplateExpression(node)) return this.#words(node, scope);
    if (ts.isConditionalExpression(node))
      return this.evaluate(
        this.isTrue(node.condition, scope) ? node.whenTrue : node.whenFalse,
        scope,
      );
    if (isComparison(node)) return constant(this.isTrue(node, scope));
    if (ts.isBinaryExpression(node)) return this.#binary(node, scope);
    if (ts.isArrayLiteralExpression(node)) return this.#list(node.elements, scope);
    if (ts.isObjectLiteralExpression(node)) return { kind: "object", node, scope };
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
      return { kind: "function", node, scope };
    if (ts.isPropertyAccessExpression(node))
      return this.#known(
        this.#member(this.evaluate(node.expression, scope), node.name.text, node),
        node,
        scope,
      );
    if (ts.isElementAccessExpression(node)) return this.#element(node, scope);
    if (ts.isCallExpression(node)) return this.#call(node, scope);
    return DATA;
  }

  /** Data of a type that lists its few texts: one of them. */
  #known(value: Value, node: ts.Expression, scope: Scope): Value {
    if (value.kind !== "data") return value;
    const texts = this.#program.textsOf(node);
    if (texts === undefined) return value;
    return constant(texts[this.#run.choose(`is ${this.#named(node, scope)}`, texts.length)]);
  }

  #template(node: ts.TaggedTemplateExpression, scope: Scope): Value {
    this.met.add(node);
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return text(template.text);
    const pieces = template.templateSpans.map(
      ({ expression, literal }) => `${this.#hole(expression, scope)}${literal.text}`,
    );
    return text(template.head.text + pieces.join(""));
  }

  #hole(node: ts.Expression, scope: Scope): string {
    if (!this.#program.mayBeSql(node)) return PARAMETER;
    const value = this.evaluate(node, scope);
    if (value.kind === "sql") return value.text;
    if (value.kind === "constant" && value.value !== undefined) return PARAMETER;
    if (value.kind === "constant") throw new NoSuchRun();
    if (value.kind === "data" && this.#program.mayBeData(node)) return PARAMETER;
    throw new NotFollowed(`${node.getText().slice(0, 60)} is not known`);
  }

  /** A template string that is no SQL; numbers stand for each other. */
  #words(node: ts.TemplateExpression, scope: Scope): Value {
    let words = node.head.text;
    for (const { expression, literal } of node.templateSpans) {
      const value = this.evaluate(expression, scope);
      if (value.kind === "constant") words += String(value.value);
      else if (this.#program.isNumber(expression)) words += "1";
      else return DATA;
      words += literal.text;
    }
    return constant(words);
  }

  #binary(node: ts.BinaryExpression, scope: Scope): Value {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [this.evaluate(node.left, scope), this.evaluate(node.right, scope)];
      return left.kind === "constant" && right.kind === "constant"
        ? constant(`${left.value}${right.value}`)
        : DATA;
    }
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken) {
      const left = this.evaluate(node.left, scope);
      if (left.kind === "constant" ? !isNone(left.value) : left.kind !== "data") return left;
      const right = this.evaluate(node.right, scope);
      return left.kind === "constant" || right.kind !== "constant" ? right : DATA;
    }
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return this.isTrue(node.left, scope) ? this.evaluate(node.right, scope) : constant(undefined);
    return DATA;
  }

  isTrue(expression: ts.Expression, scope: Scope): boolean {
    const node = bare(expression);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      return !this.isTrue(node.operand, scope);
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
        return this.isTrue(node.left, scope) && this.isTrue(node.right, scope);
      if (kind === ts.SyntaxKind.BarBarToken)
        return this.isTrue(node.left, scope) || this.isTrue(node.right, scope);
      if (kind === ts.SyntaxKind.EqualsEqualsEqualsToken) return this.#isEqual(node, scope);
      if (kind === ts.SyntaxKind.ExclamationEqualsEqualsToken) return !this.#isEqual(node, scope);
    }
    const value = ts.isCallExpression(node) ? DATA : this.#plain(node, scope);
    if (value.kind === "constant") return Boolean(value.value);
    return value.kind === "data" ? this.#asked(node, scope) : true;
  }

  #isEqual(node: ts.BinaryExpression, scope: Scope): boolean {
    const [left, right] = [this.#plain(node.left, scope), this.#plain(node.right, scope)];
    if (left.kind === "constant" && right.kind === "constant") return left.value === right.value;
    const other = right.kind === "constant" ? left : right;
    if (right.kind === "constant" && isNone(right.value))
      return other.kind === "data" ? !this.#asked(node.left, scope) : false;
    const name = `${this.#named(node.left, scope)} === ${this.#named(node.right, scope)}`;
    return this.#run.choose(name, 2) === 0;
  }

  /** Callers are many: of a condition they are asked only for SQL. */
  #plain(node: ts.Expression, scope: Scope): Value {
    const root = rootOf(bare(node));
    const declaration = root && this.#program.declarationOf(root);
    const parameter = declaration && ts.findAncestor(declaration, ts.isParameter);
    if (parameter && !this.#program.mayBeSql(node) && !this.#program.textsOf(node)) {
      const own = scopeOf(parameter.parent as Function, scope);
      if (!own.given) return this.#known(DATA, node, scope);
    }
    return this.evaluate(node, scope);
  }

  #asked(node: ts.Expression, scope: Scope): boolean {
    return this.#run.choose(this.#named(node, scope), 2) === 0;
  }

  /** The text of an expression with arguments in place of parameters: equal for equal questions. */
  #named(expression: ts.Expression, scope: Scope, depth = 0): string {
    const node = bare(expression);
    const root = rootOf(node);
    const whole = node.getText();
    const declaration = root && this.#program.declarationOf(root);
    if (!root || !declaration || depth > 10) return whole;
    const parameter = ts.findAncestor(declaration, ts.isParameter);
    const rest = whole.slice(root.getEnd() - node.getStart());
    const place = `${declaration.getSourceFile().fileName}:${declaration.getStart()}`;
    if (!parameter) return `${place}${rest}`;
    const own = scopeOf(parameter.parent as Function, scope);
    const given = own.given?.[(parameter.parent as Function).parameters.indexOf(parameter)];
    if (!given || "kind" in given) return `${place}${rest}`;
    const field = ts.isBindingElement(declaration) ? `.${root.text}` : "";
    return `${this.#named(given.node, given.scope, depth + 1)}${field}${rest}`;
  }

  #list(elements: readonly ts.Expression[], scope: Scope): Value {
    const items = elements.flatMap((element) => {
      if (!ts.isSpreadElement(element)) return [this.evaluate(element, scope)];
      const spread = this.evaluate(element.expression, scope);
      return spread.kind === "list" ? spread.items : spread.kind === "constant" ? [] : [DATA];
    });
    return { kind: "list", items };
  }

  #identifier(node: ts.Identifier, scope: Scope): Value {
    if (node.text === "undefined") return constant(undefined);
    const declaration = this.#program.declarationOf(node);
    return declaration ? this.#declared(declaration, scope) : DATA;
  }

  #declared(declaration: ts.Declaration, scope: Scope): Value {
    if (this.#depth > DEEPEST) throw new NotFollowed("too deep");
    this.#depth += 1;
    try {
      return this.#valueOf(declaration, scope);
    } finally {
      this.#depth -= 1;
    }
  }

  #valueOf(declaration: ts.Declaration, scope: Scope): Value {
    if (ts.isParameter(declaration)) return this.#parameter(declaration, scope);
    const around = functionAround(declaration);
    const home = around ? scopeOf(around, scope) : TOP;
    if (ts.isFunctionDeclaration(declaration))
      return { kind: "function", node: declaration, scope: home };
    if (ts.isBindingElement(declaration)) return this.#bound(declaration, home);
    if (!ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return DATA;
    if (ts.isForOfStatement(declaration.parent.parent)) {
      const list = this.evaluate(declaration.parent.parent.expression, home);
      return list.kind === "list" ? this.#oneOf(list.items, declaration) : DATA;
    }
    const changes = this.#program.changesOf(declaration);
    const isList = changes.some(ts.isCallExpression);
    if (isList) return this.#grown(declaration, changes, home);
    const values = [
      declaration.initializer,
      ...changes.map((one) => (one as ts.BinaryExpression).right),
    ];
    const written = values.filter((one) => one !== undefined);
    if (written.length === 0) return DATA;
    const place = `${declaration.getSourceFile().fileName}:${declaration.pos}`;
    return this.evaluate(
      written[this.#run.choose(`written ${place}`, written.length)] as ts.Expression,
      home,
    );
  }

  #oneOf(items: readonly Value[], node: ts.Node): Value {
    if (items.length === 0) return DATA;
    const place = `${node.getSourceFile().fileName}:${node.pos}`;
    return items[this.#run.choose(`one ${place}`, items.length)] as Value;
  }

  /** A list with what was pushed. */
  #grown(declaration: ts.VariableDeclaration, changes: readonly ts.Node[], scope: Scope): Value {
    const start = declaration.initializer ? this.evaluate(declaration.initializer, scope) : DATA;
    const items = start.kind === "list" ? [...start.items] : [];
    for (const push of changes.filter(ts.isCallExpression)) {
      const scopeOfPush =
        functionAround(push) === scope.of ? scope : { of: functionAround(push), outer: scope };
      if (!this.#isReached(push, scopeOfPush)) continue;
      const pushed = this.#list(push.arguments, scopeOfPush);
      if (pushed.kind === "list") items.push(...pushed.items);
    }
    return { kind: "list", items };
  }

  #isReached(node: ts.Node, scope: Scope): boolean {
    for (let one = node; !ts.isFunctionLike(one) && !ts.isSourceFile(one); one = one.parent) {
      const { parent } = one;
      if (!ts.isIfStatement(parent) || parent.expression === one) continue;
      if (this.isTrue(parent.expression, scope) !== (parent.thenStatement === one)) return false;
    }
    return true;
  }

  #bound(element: ts.BindingElement, scope: Scope): Value {
    const { parent } = element.parent;
    const whole = ts.isVariableDeclaration(parent)
      ? parent.initializer
        ? this.evaluate(parent.initializer, scope)
        : DATA
      : this.#declared(parent, scope);
    if (ts.isArrayBindingPattern(element.parent)) {
      const index = element.parent.elements.indexOf(element);
      return (whole.kind === "list" ? whole.items[index] : undefined) ?? DATA;
    }
    const name = (element.propertyName ?? element.name).getText();
    const value = this.#member(whole, name, element);
    const isAbsent = value.kind === "constant" && value.value === undefined;
    return isAbsent && element.initializer ? this.evaluate(element.initializer, scope) : value;
  }

  #parameter(parameter: ts.ParameterDeclaration, scope: Scope): Value {
    const of = parameter.parent as Function;
    const index = of.parameters.indexOf(parameter);
    const own = scopeOf(of, scope);
    const absent = () =>
      parameter.initializer ? this.evaluate(parameter.initializer, own) : constant(undefined);
    if (own.given) {
      const given = own.given[index];
      if (given) return "kind" in given ? given : this.evaluate(given.node, given.scope);
      return own.given.length > index ? DATA : absent();
    }
    const calls = this.#program.callsOf(of);
    if (calls.length === 0) return DATA;
    const place = `${of.getSourceFile().fileName}:${of.pos}`;
    const call = calls[this.#run.choose(`calls ${place}`, calls.length)] as ts.CallExpression;
    const argument = call.arguments[index];
    return argument ? this.evaluate(argument, { of: functionAround(call) }) : absent();
  }

  #member(whole: Value, name: string, asked: ts.Node): Value {
    if (whole.kind === "object") {
      for (const property of [...whole.node.properties].reverse()) {
        if (ts.isSpreadAssignment(property)) {
          const value = this.#member(this.evaluate(property.expression, whole.scope), name, asked);
          if (value.kind !== "constant" || value.value !== undefined) return value;
        } else if (property.name.getText().replaceAll('"', "") === name) {
          return this.#property(property, whole.scope);
        }
      }
      return constant(undefined);
    }
    if (whole.kind !== "data") return DATA;
    // Of an interface: what any object of it has there.
    const all = this.#program.implementationsOf(asked, name);
    if (all.length === 0) return DATA;
    const first = all[0] as ts.ObjectLiteralExpression;
    const place = `${first.getSourceFile().fileName}:${first.pos}`;
    const node = all[this.#run.choose(`objects ${place}`, all.length)] as typeof first;
    const around = functionAround(node);
    return this.#member(
      { kind: "object", node, scope: around ? { of: around } : TOP },
      name,
      asked,
    );
  }

  #property(property: ts.ObjectLiteralElementLike, scope: Scope): Value {
    if (ts.isPropertyAssignment(property)) return this.evaluate(property.initializer, scope);
    if (ts.isMethodDeclaration(property)) return { kind: "function", node: property, scope };
    const shorthand = this.#program.shorthandOf(property);
    return shorthand ? this.#declared(shorthand, scope) : DATA;
  }

  #element(node: ts.ElementAccessExpression, scope: Scope): Value {
    const whole = this.evaluate(node.expression, scope);
    const key = this.evaluate(node.argumentExpression, scope);
    if (key.kind === "constant") {
      if (whole.kind === "list") return whole.items[Number(key.value)] ?? DATA;
      return this.#member(whole, String(key.value), node);
    }
    if (whole.kind === "list") return this.#oneOf(whole.items, node);
    if (whole.kind !== "object") return DATA;
    const { properties } = whole.node;
    const index = this.#run.choose(`key ${this.#named(node, scope)}`, properties.length);
    const property = properties[index];
    return property ? this.#property(property, whole.scope) : DATA;
  }

  #call(node: ts.CallExpression, scope: Scope): Value {
    const callee = bare(node.expression);
    if (ts.isPropertyAccessExpression(callee)) {
      const { name, expression } = callee;
      if (ts.isIdentifier(expression) && expression.text === "sql")
        return this.#helper(name.text, node, scope);
      if (ts.isIdentifier(expression) && expression.text === "Object" && node.arguments[0])
        return this.#ofObject(name.text, this.evaluate(node.arguments[0], scope));
      const receiver = this.evaluate(expression, scope);
      if (receiver.kind === "list") return this.#ofList(receiver.items, name.text, node, scope);
      if (receiver.kind === "sql") {
        if (name.text !== "as") return receiver;
        const [alias] = node.arguments.map((one) => this.evaluate(one, scope));
        return alias?.kind === "constant"
          ? text(`${receiver.text} AS ${quoted(String(alias.value))}`)
          : DATA;
      }
      // Of a list not known: one element stands for all.
      if (receiver.kind === "data" && /^(?:map|flatMap)$/.test(name.text))
        return this.#ofList([DATA], name.text, node, scope);
      if (receiver.kind === "data" && !this.#program.mayBeSql(node)) return DATA;
    }
    const target = this.evaluate(callee, scope);
    if (target.kind === "constant" && target.value === undefined) {
      if (node.questionDotToken) return target;
      throw new NoSuchRun();
    }
    if (target.kind !== "function") return DATA;
    const spread = node.arguments.findIndex(ts.isSpreadElement);
    const given = node.arguments.map((argument, index) =>
      spread >= 0 && index >= spread ? undefined : { node: argument, scope },
    );
    return this.#enter(target.node, { of: target.node, given, outer: target.scope });
  }

  #enter(of: Function, scope: Scope): Value {
    const { body } = of;
    if (!body) return DATA;
    if (!ts.isBlock(body)) return this.evaluate(body, scope);
    return this.#statements(body.statements, scope) ?? constant(undefined);
  }

  /** @returns what is returned, if anything. */
  #statements(statements: readonly ts.Statement[], scope: Scope): Value | undefined {
    for (const statement of statements) {
      const value = this.#statement(statement, scope);
      if (value) return value;
    }
    return undefined;
  }

  #statement(node: ts.Statement, scope: Scope): Value | undefined {
    if (ts.isReturnStatement(node))
      return node.expression ? this.evaluate(node.expression, scope) : constant(undefined);
    if (ts.isThrowStatement(node)) throw new NoSuchRun();
    if (ts.isBlock(node)) return this.#statements(node.statements, scope);
    if (ts.isTryStatement(node)) return this.#statements(node.tryBlock.statements, scope);
    if (ts.isIfStatement(node)) {
      if (!hasExit(node)) return undefined;
      const branch = this.isTrue(node.expression, scope) ? node.thenStatement : node.elseStatement;
      return branch && this.#statement(branch, scope);
    }
    if (!ts.isSwitchStatement(node)) return undefined;
    const { clauses } = node.caseBlock;
    const value = this.evaluate(node.expression, scope);
    const fits = (clause: ts.CaseOrDefaultClause) => {
      if (ts.isDefaultClause(clause)) return true;
      const label = this.evaluate(clause.expression, scope);
      return label.kind === "constant" && value.kind === "constant" && label.value === value.value;
    };
    const first =
      value.kind === "constant"
        ? clauses.findIndex(fits)
        : this.#run.choose(`case ${this.#named(node.expression, scope)}`, clauses.length);
    return this.#statements(
      clauses.slice(Math.max(first, 0)).flatMap((one) => [...one.statements]),
      scope,
    );
  }

  #ofObject(method: string, whole: Value): Value {
    if (whole.kind !== "object" || !/^(?:keys|values|entries)$/.test(method)) return DATA;
    const items = whole.node.properties.map((property): Value => {
      const key = constant(property.name?.getText().replaceAll('"', ""));
      if (method === "keys") return key;
      const value = this.#property(property, whole.scope);
      return method === "values" ? value : { kind: "list", items: [key, value] };
    });
    return { kind: "list", items };
  }

  #ofList(items: readonly Value[], method: string, node: ts.CallExpression, scope: Scope): Value {
    const [first] = node.arguments;
    if (method === "join") {
      const separator = first ? this.evaluate(first, scope) : constant(",");
      const words = items.map((item) =>
        item.kind === "constant" ? String(item.value) : undefined,
      );
      if (words.includes(undefined) || separator.kind !== "constant") return DATA;
      return constant(words.join(String(separator.value)));
    }
    if (method === "concat")
      return {
        kind: "list",
        items: [
          ...items,
          ...node.arguments.flatMap((one) => {
            const more = this.evaluate(one, scope);
            return more.kind === "list" ? more.items : [more];
          }),
        ],
      };
    if (!/^(?:map|flatMap)$/.test(method) || !first) return { kind: "list", items };
    const target = this.evaluate(first, scope);
    if (target.kind !== "function") return DATA;
    const results = items.map((item) => this.#withItem(target.node, target.scope, item));
    return {
      kind: "list",
      items:
        method === "map"
          ? results
          : results.flatMap((one) => (one.kind === "list" ? one.items : [one])),
    };
  }

  #withItem(of: Function, outer: Scope, item: Value): Value {
    return this.#enter(of, { of, given: [item, undefined, undefined], outer });
  }

  #helper(name: string, node: ts.CallExpression, scope: Scope): Value {
    const [first, second] = node.arguments;
    if (!first) return DATA;
    const value = this.evaluate(first, scope);
    const words = value.kind === "constant" ? String(value.value) : undefined;
    if (name === "join") {
      const separator = second ? this.evaluate(second, scope) : text(", ");
      if (value.kind !== "list" || separator.kind !== "sql")
        throw new NotFollowed(`${node.getText().slice(0, 60)}`);
      const pieces = value.items.map((item) => (item.kind === "sql" ? item.text : PARAMETER));
      if (pieces.length === 0) throw new NoSuchRun();
      return text(pieces.join(separator.text));
    }
    if (name === "lit") {
      if (words === undefined) return text(this.#program.isNumber(first) ? "1" : "'1'");
      return text(
        typeof (value as { value: unknown }).value === "string"
          ? `'${words.replaceAll("'", "''")}'`
          : words,
      );
    }
    if (name === "val") return text(PARAMETER);
    if (words === "undefined") throw new NoSuchRun();
    if (words === undefined) throw new NotFollowed(`the name ${first.getText().slice(0, 60)}`);
    if (name === "raw") return text(words);
    if (name === "id")
      return text(
        node.arguments
          .map((one) => {
            const part = this.evaluate(one, scope);
            return part.kind === "constant" ? quoted(String(part.value)) : "?";
          })
          .join("."),
      );
    return text(words.split(".").map(quoted).join("."));
  }
}

const isNone = (value: unknown) => value === null || value === undefined;

function isComparison(node: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  return (
    ts.isBinaryExpression(node) &&
    (node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
      node.operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken)
  );
}

function rootOf(node: ts.Expression): ts.Identifier | undefined {
  if (ts.isIdentifier(node)) return node;
  if (ts.isPropertyAccessExpression(node)) return rootOf(bare(node.expression));
  return undefined;
}

function scopeOf(of: Function, scope: Scope): Scope {
  for (let one: Scope | undefined = scope; one; one = one.outer) if (one.of === of) return one;
  return { of };
}

function hasExit(node: ts.Node): boolean {
  let found = false;
  eachNode(node, (one) => {
    found ||= ts.isReturnStatement(one) || ts.isThrowStatement(one);
  });
  return found;
}
