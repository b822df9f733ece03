export type DocxParts = ReadonlyMap<string, Buffer>;

export const MAX_XML_BYTES = 8 * 1024 * 1024;
/** After byte-order marks. */
const XML_START = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\0\s]*</;

export function isNamedXml(name: string): boolean {
  return /\.(xml|rels|vml|svg)$/i.test(name);
}

/** By name or content: a relationship may name any part. */
export function isXml(name: string, content: Buffer): boolean {
  return isNamedXml(name) || XML_START.test(content.toString("latin1", 0, 64));
}
