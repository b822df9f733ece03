const TWO_LINES = {
  display: "-webkit-box",
  flex: "1 1 0",
  minWidth: 0,
  overflow: "hidden",
  overflowWrap: "anywhere",
  whiteSpace: "normal",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
} as const;

/** A company in a menu; its name may have 200 characters and more. */
export function CompanyLabel({ name }: { readonly name: string }) {
  return (
    <span style={TWO_LINES} title={name}>
      {name}
    </span>
  );
}
