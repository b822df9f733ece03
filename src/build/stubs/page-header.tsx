import type { ReactNode } from "react";

interface PageHeaderProps {
  readonly title?: ReactNode;
  readonly subTitle?: ReactNode;
  readonly breadcrumb?: ReactNode;
  readonly extra?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Replaces the only part of `@ant-design/pro-layout` used by `@refinedev/antd`: the original brings
 * 30 languages.
 */
export function PageHeader({ title, subTitle, breadcrumb, extra, children }: PageHeaderProps) {
  return (
    <section>
      {breadcrumb}
      <div style={{ display: "flex", gap: 12, justifyContent: "space-between", marginBottom: 16 }}>
        <div>
          <h1>{title}</h1>
          {subTitle}
        </div>
        <div>{extra}</div>
      </div>
      {children}
    </section>
  );
}
