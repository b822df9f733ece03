import { ReloadOutlined } from "@ant-design/icons";
import { Alert, Button, Card, Col, Flex, List, Row, Typography } from "antd";
import type { ReactNode } from "react";

interface SandboxCardProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly onReload?: () => void;
  readonly children: ReactNode;
}

export function SandboxColumns({
  left,
  right,
}: {
  readonly left: ReactNode;
  readonly right: ReactNode;
}) {
  return (
    <Row gutter={[16, 16]}>
      {[left, right].map((cards, place) => (
        <Col key={place === 0 ? "left" : "right"} xs={24} lg={12}>
          <Flex vertical gap="middle">
            {cards}
          </Flex>
        </Col>
      ))}
    </Row>
  );
}

export function SandboxCard({ title, hint, error, onReload, children }: SandboxCardProps) {
  return (
    <Card
      size="small"
      role="region"
      aria-label={title}
      title={<h2 style={{ margin: 0, font: "inherit" }}>{title}</h2>}
      extra={
        onReload ? (
          <Button
            type="text"
            icon={<ReloadOutlined />}
            aria-label={`Обновить: ${title}`}
            onClick={onReload}
          />
        ) : undefined
      }
    >
      {hint ? <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph> : null}
      {error ? (
        <Alert style={{ marginBottom: 12 }} type="error" role="alert" message={error} />
      ) : null}
      {children}
    </Card>
  );
}

interface SandboxListProps<Item> {
  readonly items: readonly Item[] | undefined;
  readonly isLoading: boolean;
  /** Where items come from. */
  readonly empty: string;
  readonly keyOf: (item: Item) => string;
  readonly title: (item: Item) => ReactNode;
  readonly details?: (item: Item) => ReactNode;
  readonly actions?: (item: Item) => ReactNode;
}

const ON_A_PAGE = 8;

export function SandboxList<Item>({
  items,
  isLoading,
  empty,
  keyOf,
  title,
  details,
  actions,
}: SandboxListProps<Item>) {
  return (
    <List
      size="small"
      loading={isLoading}
      dataSource={items ? [...items] : []}
      rowKey={keyOf}
      locale={{
        emptyText: (
          <Typography.Text type="secondary">{isLoading ? "Загружаем…" : empty}</Typography.Text>
        ),
      }}
      pagination={
        (items?.length ?? 0) > ON_A_PAGE
          ? { pageSize: ON_A_PAGE, size: "small", showSizeChanger: false }
          : false
      }
      renderItem={(item) => (
        <List.Item>
          <List.Item.Meta title={title(item)} description={details?.(item)} />
          {actions?.(item)}
        </List.Item>
      )}
    />
  );
}
