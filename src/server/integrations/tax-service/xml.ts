import { SaxesParser } from "saxes";

/**
 * An element without its namespace prefix: the service's prefixes change between its own answers.
 */
export interface XmlElement {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/**
 * @throws Error on text that is no XML, and on a DOCTYPE: nothing we read has one, and entities
 *   hide there.
 */
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

/** Every element of that name, in the order of the text. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...findAll(child, name),
  ]);
}

export function findFirst(element: XmlElement, name: string): XmlElement | undefined {
  return findAll(element, name)[0];
}

/** Text of the first element of that name, trimmed; empty when there is none. */
export function textOf(element: XmlElement, name: string): string {
  return findFirst(element, name)?.text.trim() ?? "";
}
