import { Card } from "antd";
import type { ReactNode } from "react";
import "./kit.css";

interface SectionCardProps {
  readonly title: string;
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

export function SectionCard({ title, extra, children }: SectionCardProps) {
  return (
    <section aria-label={title} className="section-card">
      <Card
        size="small"
        style={{ height: "100%" }}
        title={<h2>{title}</h2>}
        extra={extra}
        styles={{ title: { whiteSpace: "normal", paddingBlock: 6 } }}
      >
        {children}
      </Card>
    </section>
  );
}
