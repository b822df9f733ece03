import { Card, Typography } from "antd";
import type { DocumentBlock, Paragraph } from "#contract/document-templates/document-block.ts";

export function DocumentText({ blocks }: { readonly blocks: readonly DocumentBlock[] }) {
  return (
    <Card
      size="small"
      role="region"
      aria-label="Текст документа"
      tabIndex={0}
      style={{ maxHeight: 480, overflow: "auto", overflowWrap: "anywhere" }}
    >
      {blocks.map((block, index) =>
        block.kind === "paragraph" ? (
          <Line key={index} paragraph={block} />
        ) : (
          <Grid key={index} rows={block.rows} />
        ),
      )}
    </Card>
  );
}

function Line({ paragraph: { align, level, marker, runs } }: { readonly paragraph: Paragraph }) {
  return (
    <Typography.Paragraph
      strong={level > 0}
      style={{ textAlign: align, whiteSpace: "pre-line", marginBottom: 8 }}
    >
      {marker === "" ? null : `${marker} `}
      {runs.map(({ text, bold, italic }, index) => (
        <Typography.Text key={index} strong={bold || level > 0} italic={italic}>
          {text}
        </Typography.Text>
      ))}
    </Typography.Paragraph>
  );
}

function Grid({ rows }: { readonly rows: readonly (readonly (readonly Paragraph[])[])[] }) {
  return (
    <table style={{ width: "100%", borderCollapse: "collapse", marginBottom: 8 }}>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={rowIndex}>
            {row.map((cell, cellIndex) => (
              <td
                key={cellIndex}
                style={{
                  border: "1px solid currentColor",
                  padding: "4px 8px",
                  verticalAlign: "top",
                }}
              >
                {cell.map((paragraph, index) => (
                  <Line key={index} paragraph={paragraph} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
