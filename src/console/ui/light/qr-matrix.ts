/**
 * Versions 1 to 5 of ISO/IEC 18004 at level L have one block each: enough for an address of 106 bytes, and no blocks to interleave.
 * Bytes of data, bytes of correction, place of the one alignment pattern.
 */
const VERSIONS = [
  { data: 19, correction: 7, alignment: 0 },
  { data: 34, correction: 10, alignment: 18 },
  { data: 55, correction: 15, alignment: 22 },
  { data: 80, correction: 20, alignment: 26 },
  { data: 108, correction: 26, alignment: 30 },
] as const;

/** Level L and mask 0 with their own correction and the standard's pattern over them (ISO/IEC 18004, table C.1). */
const FORMAT = 0b111011111000100;

/**
 * The dark and light modules of a QR code.
 * Decision: mask 0 whatever the text; a reader learns the mask from the code, the choice only spares the eye of a camera.
 *
 * @param text - up to 106 bytes of UTF-8.
 * @returns rows of a square, `true` is dark.
 * @throws RangeError for a longer text.
 */
export function qrMatrix(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  // Four bits of mode and eight of length stand before the bytes.
  const index = VERSIONS.findIndex(({ data }) => bytes.length + 2 <= data);
  const version = VERSIONS[index];
  if (!version) throw new RangeError("the text is too long for a QR code");
  const size = 21 + 4 * index;
  const modules: (boolean | undefined)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined));
  const put = (x: number, y: number, isDark: boolean) => {
    const row = modules[y];
    if (row && x >= 0 && x < size) row[x] = isDark;
  };
  drawFinders(size, put);
  for (let at = 8; at < size - 8; at += 1) {
    put(at, 6, at % 2 === 0);
    put(6, at, at % 2 === 0);
  }
  if (version.alignment > 0) drawSquares(version.alignment, version.alignment, 2, (ring) => ring !== 1, put);
  drawFormat(size, put);
  const data = dataBytes(bytes, version.data);
  drawData(modules, [...data, ...correctionOf(data, version.correction)]);
  return modules.map((row) => row.map((isDark) => isDark === true));
}

type Put = (x: number, y: number, isDark: boolean) => void;

function drawSquares(x: number, y: number, radius: number, isDark: (ring: number) => boolean, put: Put): void {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) put(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

/** Three squares in the corners, each with a light line round it. */
function drawFinders(size: number, put: Put): void {
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) drawSquares(x, y, 4, (ring) => ring !== 2 && ring !== 4, put);
}

/** Fifteen bits twice: round the first square, and shared by the other two. The lowest bit comes first. */
function drawFormat(size: number, put: Put): void {
  const bit = (index: number) => ((FORMAT >> index) & 1) === 1;
  for (let index = 0; index < 15; index += 1) {
    // Beside the first square both lines leave out the timing pattern.
    if (index < 8) put(8, index < 6 ? index : index + 1, bit(index));
    else put(index === 8 ? 7 : 14 - index, 8, bit(index));
    if (index < 8) put(size - 1 - index, 8, bit(index));
    else put(8, size - 15 + index, bit(index));
  }
  put(8, size - 8, true);
}

/** Mode «bytes», length, text, end, then the two bytes the standard fills up with. */
function dataBytes(bytes: Uint8Array, capacity: number): number[] {
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length), ...Array.from(bytes).flatMap(bitsOf), 0, 0, 0, 0].slice(0, capacity * 8);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  for (let isFirst = true; data.length < capacity; isFirst = !isFirst) data.push(isFirst ? 0xec : 0x11);
  return data;
}

function bitsOf(byte: number): number[] {
  return Array.from({ length: 8 }, (_, index) => (byte >> (7 - index)) & 1);
}

/** Reed–Solomon over GF(256) with the polynomial 0x11d: the rest of the data divided by the generator. */
function correctionOf(data: readonly number[], length: number): number[] {
  let generator = [1];
  for (let power = 0, root = 1; power < length; power += 1, root = multiply(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, index) => value ^ multiply(generator[index - 1] ?? 0, root));
  }
  const rest = [...data, ...Array.from({ length }, () => 0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at] ?? 0;
    generator.forEach((value, index) => (rest[at + index] = (rest[at + index] ?? 0) ^ multiply(value, factor)));
  }
  return rest.slice(data.length);
}

function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** Two columns at a time from the right, up and down in turn; the column of the timing pattern is passed over. */
function drawData(modules: (boolean | undefined)[][], bytes: readonly number[]): void {
  const size = modules.length;
  const bits = bytes.flatMap(bitsOf);
  let next = 0;
  let goesUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = goesUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = modules[y];
        if (!row || row[x] !== undefined) continue;
        row[x] = ((bits[next] ?? 0) === 1) !== ((x + y) % 2 === 0);
        next += 1;
      }
    }
    goesUp = !goesUp;
  }
}
