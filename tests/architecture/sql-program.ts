import { resolve } from "node:path";
import ts from "typescript";
import { bare, eachNode, type Function, isSqlTag } from "./sql-values.ts";

/** Texts of a type that are worth telling apart. */
const MOST_TEXTS = 12;

/** The sources of the server, and what they say of their names and types. */
export class ProgramIndex {
  readonly files: readonly ts.SourceFile[];
  readonly checker: ts.TypeChecker;
  /** By the name called, set or written. */
  readonly #calls = new Map<string, ts.CallExpression[]>();
  readonly #properties = new Map<string, ts.ObjectLiteralElementLike[]>();
  readonly #changes = new Map<string, ts.Node[]>();

  constructor() {
    const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(
      { ...config, include: ["src/server"] },
      ts.sys,
      resolve("."),
    );
    const names = ts.sys.readDirectory("src/server", [".ts"]);
    const program = ts.createProgram(names, { ...options, types: ["node"] });
    this.checker = program.getTypeChecker();
    const root = resolve("src/server");
    this.files = program
      .getSourceFiles()
      .filter(
        ({ fileName }) => resolve(fileName).startsWith(root) && !fileName.includes("/generated/"),
      );
    for (const file of this.files) eachNode(file, (node) => this.#note(node));
  }

  #note(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      const callee = bare(node.expression);
      if (ts.isIdentifier(callee)) add(this.#calls, callee.text, node);
      if (!ts.isPropertyAccessExpression(callee)) return;
      add(this.#calls, callee.name.text, node);
      if (callee.name.text === "push" && ts.isIdentifier(callee.expression))
        add(this.#changes, callee.expression.text, node);
    } else if (ts.isObjectLiteralElementLike(node) && node.name) {
      add(this.#properties, node.name.getText(), node);
    } else if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isIdentifier(node.left)
    ) {
      add(this.#changes, node.left.text, node);
    }
  }

  declarationOf(name: ts.Node): ts.Declaration | undefined {
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol && this.#resolved(symbol).declarations?.[0];
  }

  #resolved(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  shorthandOf(property: ts.ObjectLiteralElementLike): ts.Declaration | undefined {
    const symbol = this.checker.getShorthandAssignmentValueSymbol(property);
    return symbol && this.#resolved(symbol).declarations?.[0];
  }

  /** Pushes to a list and assignments to a variable. */
  changesOf(declaration: ts.VariableDeclaration): readonly ts.Node[] {
    const name = declaration.name.getText();
    return (this.#changes.get(name) ?? []).filter((node) => {
      if (node.getSourceFile() !== declaration.getSourceFile()) return false;
      const changed = ts.isCallExpression(node)
        ? (node.expression as ts.PropertyAccessExpression).expression
        : (node as ts.BinaryExpression).left;
      return this.declarationOf(changed) === declaration;
    });
  }

  callsOf(of: Function): readonly ts.CallExpression[] {
    const holder =
      ts.isVariableDeclaration(of.parent) || ts.isPropertyAssignment(of.parent) ? of.parent : of;
    const name = holder.name && ts.isIdentifier(holder.name) ? holder.name : undefined;
    if (!name) return [];
    const own = ts.isObjectLiteralElementLike(holder)
      ? this.#declaredBy(holder, name.text)
      : holder;
    return (this.#calls.get(name.text) ?? []).filter((call) => {
      const callee = bare(call.expression);
      const called = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
      const declaration = this.declarationOf(called);
      return declaration === holder || (own !== undefined && declaration === own);
    });
  }

  /** The member of the interface that an object's property stands for. */
  #declaredBy(property: ts.ObjectLiteralElementLike, name: string): ts.Declaration | undefined {
    if (!ts.isObjectLiteralExpression(property.parent)) return undefined;
    const type = this.checker.getContextualType(property.parent);
    // `Body | Promise<Body>`: the one that has it.
    const types = type?.isUnion() ? type.types : type ? [type] : [];
    for (const one of types) {
      const declaration = this.checker.getPropertyOfType(one, name)?.declarations?.[0];
      if (declaration) return declaration;
    }
    return undefined;
  }

  /** The objects that are written for the interface a piece of SQL is asked of. */
  implementationsOf(asked: ts.Node, name: string): readonly ts.ObjectLiteralExpression[] {
    const symbol = ts.isPropertyAccessExpression(asked)
      ? this.checker.getSymbolAtLocation(asked.name)
      : ts.isBindingElement(asked)
        ? this.checker.getPropertyOfType(this.checker.getTypeAtLocation(asked.parent), name)
        : undefined;
    const declaration = symbol?.declarations?.[0];
    if (!symbol || !declaration || !this.#isOurs(declaration)) return [];
    const { parent } = declaration;
    if (ts.isObjectLiteralExpression(parent)) return [parent];
    if (!ts.isInterfaceDeclaration(parent) && !ts.isTypeLiteralNode(parent)) return [];
    if (!parent.members.some((member) => this.#givesSql(member))) return [];
    const known = this.#objects.get(parent) ?? this.#objectsOf(parent);
    this.#objects.set(parent, known);
    return known;
  }

  #givesSql(member: ts.Node): boolean {
    return this.#isSql(this.checker.getTypeAtLocation(member));
  }

  readonly #objects = new Map<ts.Node, readonly ts.ObjectLiteralExpression[]>();

  #objectsOf(parent: ts.InterfaceDeclaration | ts.TypeLiteralNode): ts.ObjectLiteralExpression[] {
    const found = new Set<ts.ObjectLiteralExpression>();
    for (const member of parent.members) {
      const name = member.name?.getText() ?? "";
      for (const one of this.#properties.get(name) ?? []) {
        const object = one.parent as ts.ObjectLiteralExpression;
        // Only what was taken from such an object is handed on.
        const isCopy = ts.isShorthandPropertyAssignment(one) && this.#isBound(one);
        if (!isCopy && this.#declaredBy(one, name) === member) found.add(object);
      }
    }
    return [...found];
  }

  #isBound(property: ts.ObjectLiteralElementLike): boolean {
    const source = this.shorthandOf(property);
    return source !== undefined && ts.isBindingElement(source);
  }

  #isOurs(node: ts.Node): boolean {
    return !node.getSourceFile().fileName.includes("/node_modules/");
  }

  /** Whether the expression is, or may be, a piece of SQL, a list of them or what returns one. */
  mayBeSql(expression: ts.Expression): boolean {
    const node = bare(expression);
    if (isSqlTag(node)) return true;
    if (ts.isLiteralExpression(node)) return false;
    return this.#isSql(this.checker.getTypeAtLocation(node));
  }

  #isSql(type: ts.Type, isReturned = false): boolean {
    if (type.isUnion()) return type.types.some((one) => this.#isSql(one, isReturned));
    if (type.getProperty("toOperationNode")) return true;
    if (isReturned) return false;
    const element =
      this.checker.isArrayType(type) && this.checker.getTypeArguments(type as ts.TypeReference)[0];
    const inner = element || type.getCallSignatures()[0]?.getReturnType();
    return inner !== undefined && this.#isSql(inner, true);
  }

  /** Whether its type also allows a plain value. */
  mayBeData(node: ts.Expression): boolean {
    const type = this.checker.getTypeAtLocation(node);
    return type.isUnion() && type.types.some((one) => !this.#isSql(one));
  }

  isNumber(node: ts.Expression): boolean {
    return (this.checker.getTypeAtLocation(node).flags & ts.TypeFlags.NumberLike) !== 0;
  }

  /** Of a type that lists them. */
  textsOf(node: ts.Expression): readonly string[] | undefined {
    const type = this.checker.getTypeAtLocation(node);
    const all = type.isUnion() ? type.types : [type];
    return all.length <= MOST_TEXTS && all.every((one) => one.isStringLiteral())
      ? all.map((one) => (one as ts.StringLiteralType).value)
      : undefined;
  }
}

function add<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
