import { Progress, Typography } from "antd";
import type { RegistryProgress } from "#contract/registries/registry.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { progressText } from "./registry-labels.ts";

const STAGES: Readonly<Record<Exclude<RegistryProgress["stage"], "executing">, string>> = { reading: "Читаем файл", validating: "Проверяем строки", idle: "Завершаем" };

/** How far the work has gone: bar, percent, count and remaining time. */
export function ProgressLine({ kind, progress, isSmall }: { readonly kind: RegistryKind; readonly progress: RegistryProgress; readonly isSmall?: boolean }) {
  const text = progressText(progress, kind.executed);
  const stage = progress.stage === "executing" ? kind.executing : STAGES[progress.stage];
  return (
    <div style={{ marginBottom: isSmall ? 0 : 8 }}>
      <Progress percent={progress.percent} showInfo={false} size="small" aria-label={stage} aria-valuetext={text} />
      <Typography.Text className="num">
        {isSmall ? "" : `${stage}: `}
        {text}
      </Typography.Text>
    </div>
  );
}
