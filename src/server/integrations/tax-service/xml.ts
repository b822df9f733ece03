import { SaxesParser } from "saxes";

/** Without the varying prefix. */
export interface XmlElement {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/** @throws Error on invalid XML, and on a DOCTYPE, which may define entities. */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: "", children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("doctype", () => {
    throw new Error("XML with a DOCTYPE is refused");
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    const element: XmlElement = {
      name: tag.name.slice(tag.name.indexOf(":") + 1),
      children: [],
      text: "",
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => open.pop());
  parser.write(text).close();
  return root;
}

/** In document order. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...findAll(child, name),
  ]);
}

export function findFirst(element: XmlElement, name: string): XmlElement | undefined {
  return findAll(element, name)[0];
}

/** Trimmed; "" when absent. */
export function textOf(element: XmlElement, name: string): string {
  return findFirst(element, name)?.text.trim() ?? "";
}
