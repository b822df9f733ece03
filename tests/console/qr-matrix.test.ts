import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { qrMatrix } from "#console/ui/light/qr-matrix.ts";

interface Node {
  qr: string;
  eccLevel: "L";
  mode: "octet";
  mask: 0;
  fit?: number;
  _canvas?: { x: number; y: number; w: number }[];
  _width?: number;
}

/** The same text drawn by the encoder of our PDF files: another hand, the same standard. */
function byPdfmake(text: string): boolean[][] {
  const { default: encoder } = createRequire(import.meta.url)("pdfmake/js/qrEnc.js") as { default: { measure(node: Node): Node } };
  const { _canvas: [, ...modules] = [], _width: width = 0 } = encoder.measure({ qr: text, eccLevel: "L", mode: "octet", mask: 0 });
  const rows = Array.from({ length: width / 5 }, () => Array.from({ length: width / 5 }, () => false));
  for (const { x, y } of modules) (rows[y / 5] as boolean[])[x / 5] = true;
  return rows;
}

test.each(["a", "https://127.0.0.1:3000/about#app", "https://platform.example/about#app", "x".repeat(53), "https://xn--80aaaowmlgaf9a5af5e.xn--p1ai/about#app", "y".repeat(78), "z".repeat(106)])(
  "the code of «%s» is the one the standard asks for",
  (text) => {
    expect(qrMatrix(text)).toEqual(byPdfmake(text));
  },
);

test("a text that does not fit is refused and not cut", () => {
  expect(() => qrMatrix("z".repeat(107))).toThrow(RangeError);
});
