import { Type } from "typebox";

const TextRun = Type.Object({ text: Type.String(), bold: Type.Boolean(), italic: Type.Boolean() });
export type TextRun = Type.Static<typeof TextRun>;

const Paragraph = Type.Object({
  kind: Type.Literal("paragraph"),
  align: Type.Unsafe<"left" | "center" | "right" | "justify">({
    type: "string",
    enum: ["left", "center", "right", "justify"],
  }),
  /** 0: plain text; 1 to 3: heading. */
  level: Type.Integer(),
  /** «1.2.», «•»; "" outside lists. */
  marker: Type.String(),
  runs: Type.Array(TextRun),
});
export type Paragraph = Type.Static<typeof Paragraph>;

const Table = Type.Object({
  kind: Type.Literal("table"),
  rows: Type.Array(Type.Array(Type.Array(Paragraph))),
});
type Table = Type.Static<typeof Table>;

/** The docx's content without Word's layout. */
export const DocumentBlock = Type.Union([Paragraph, Table]);
export type DocumentBlock = Type.Static<typeof DocumentBlock>;
