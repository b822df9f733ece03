/** `AB12` → 27; `null` for what is no reference. */
export function columnOf(reference: string | null): number | null {
  let index = 0;
  for (let at = 0; reference !== null && at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    index = index * 26 + (letter - 0x40);
  }
  return index === 0 ? null : index - 1;
}
