import readBitmap from "jsqr";
import { streamsOfPdf } from "#tests/support/pdf-text.ts";

interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PIXELS_PER_MODULE = 4;
const QUIET_MODULES = 4;

/** Drawn by `uqr`. */
export function qrOfSvg(html: string): string | null {
  const path = /<svg[\s\S]*?<\/svg>/.exec(html)?.[0] ?? "";
  return decode(
    [...path.matchAll(/M(\d+),(\d+)h(\d+)v(\d+)h-\d+z/g)].map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    })),
  );
}

/** The last one; modules are rectangles of one size. */
export function qrOfPdf(pdf: Buffer): string | null {
  for (const content of streamsOfPdf(pdf).reverse()) {
    const drawn = [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map(
      ([, x, y, width, height]) => ({
        x: Number(x),
        y: Number(y),
        width: Number(width),
        height: Number(height),
      }),
    );
    const squares = drawn.filter(
      ({ width, height }) => Math.abs(width - height) < 0.01 && width < 10,
    );
    if (squares.length > 100) return decode(squares);
  }
  return null;
}

function decode(squares: readonly Square[]): string | null {
  const unit = Math.min(...squares.map(({ width }) => width));
  const left = Math.min(...squares.map(({ x }) => x));
  const top = Math.min(...squares.map(({ y }) => y));
  const places = squares.map(({ x, y }) => ({
    column: Math.round((x - left) / unit),
    row: Math.round((y - top) / unit),
  }));
  const size =
    (Math.max(...places.map(({ column, row }) => Math.max(column, row))) + 1 + 2 * QUIET_MODULES) *
    PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const { column, row } of places) {
    for (let y = 0; y < PIXELS_PER_MODULE; y += 1) {
      for (let x = 0; x < PIXELS_PER_MODULE; x += 1) {
        const at =
          (((row + QUIET_MODULES) * PIXELS_PER_MODULE + y) * size +
            (column + QUIET_MODULES) * PIXELS_PER_MODULE +
            x) *
          4;
        pixels.fill(0, at, at + 3);
      }
    }
  }
  return readBitmap(pixels, size, size)?.data ?? null;
}
