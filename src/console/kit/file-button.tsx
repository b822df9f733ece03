import { Button } from "antd";
import type { ReactNode } from "react";

interface FileButtonProps {
  readonly onDownload: () => void;
  readonly children: ReactNode;
}

/** In a cell: the number of a paper gives it, where it has no page of its own. */
export function FileButton({ onDownload, children }: FileButtonProps) {
  return (
    <Button
      type="link"
      size="small"
      style={{
        height: "auto",
        padding: 0,
        fontSize: "inherit",
        whiteSpace: "normal",
        textAlign: "start",
      }}
      onClick={onDownload}
    >
      {children}
      <span className="hidden-text"> скачать PDF</span>
    </Button>
  );
}
