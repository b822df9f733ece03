export function objectOf(id: bigint, title: string) {
  return { type: "job", id: Number(id), title };
}
