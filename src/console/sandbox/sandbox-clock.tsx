import { Button, Card, Flex, Typography } from "antd";
import { formatDay } from "#web/format/dates.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { sandbox } from "./sandbox-calls.ts";
import { useSandboxAction, useSandboxRead } from "./use-sandbox.ts";

const STEPS = [
  { title: "+2 минуты", seconds: 120 },
  { title: "+1 час", seconds: 3600 },
  { title: "+1 день", seconds: 86_400 },
  { title: "+30 дней", seconds: 30 * 86_400 },
] as const;

/** Drives terms, tax months and deadlines. */
export function SandboxClock() {
  const { data, error } = useSandboxRead(["clock"], sandbox.clock);
  const act = useSandboxAction();
  const move = (change: { advanceSeconds?: number }) =>
    void act(() => sandbox.setClock(change), "Часы переведены");
  return (
    <Card size="small" role="region" aria-label="Часы платформы">
      <Flex gap="small" align="center" wrap>
        <Typography.Text strong>Часы платформы:</Typography.Text>
        <Typography.Text>
          {data ? (
            <>
              {formatDay(data.now)}, <DateText value={data.now} />
            </>
          ) : (
            (error ?? "Загружаем…")
          )}
        </Typography.Text>
        {STEPS.map(({ title, seconds }) => (
          <Button key={title} onClick={() => move({ advanceSeconds: seconds })}>
            {title}
          </Button>
        ))}
        <Button type="link" onClick={() => move({})}>
          Вернуть настоящее время
        </Button>
      </Flex>
    </Card>
  );
}
