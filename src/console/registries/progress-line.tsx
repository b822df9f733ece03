import { lazy, Suspense } from "react";
import type { RegistryProgress } from "#contract/registries/registry.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { progressText } from "./registry-labels.ts";

const ProgressBar = lazy(async () => ({
  default: (await import("./progress-bar.tsx")).ProgressBar,
}));

/** Height with margins. */
const BAR_PX = 22;
const STAGES: Readonly<Record<Exclude<RegistryProgress["stage"], "executing">, string>> = {
  reading: "Читаем файл",
  validating: "Проверяем строки",
  idle: "Завершаем",
};

export function ProgressLine({
  kind,
  progress,
  isSmall,
}: {
  readonly kind: RegistryKind;
  readonly progress: RegistryProgress;
  readonly isSmall?: boolean;
}) {
  const text = progressText(progress, kind.executed);
  const stage = progress.stage === "executing" ? kind.executing : STAGES[progress.stage];
  return (
    <div style={{ marginBottom: isSmall ? 0 : 8 }}>
      <Suspense fallback={<div style={{ height: BAR_PX }} />}>
        <ProgressBar percent={progress.percent} label={stage} text={text} />
      </Suspense>
      {/* In a row's cell it takes a second line rather than lose its end. */}
      <span className="num" style={isSmall ? { whiteSpace: "normal" } : undefined}>
        {isSmall ? "" : `${stage}: `}
        {text}
      </span>
    </div>
  );
}
