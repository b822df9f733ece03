import type { RegistryProgress } from "#contract/registries/registry.ts";
import { progressText } from "./registry-words.ts";

const STAGES: Readonly<Record<RegistryProgress["stage"], string>> = { reading: "Читаем файл", validating: "Проверяем строки", executing: "Выплачиваем", idle: "Завершаем" };

/** How far the work has gone: bar, percent, count and remaining time. */
export function ProgressLine({ progress, isSmall }: { progress: RegistryProgress; isSmall?: boolean }) {
  const text = progressText(progress);
  return (
    <div className="progress-line" data-small={isSmall ? "" : undefined}>
      <progress max={100} value={progress.percent} aria-label={STAGES[progress.stage]} aria-valuetext={text} />
      <span className="num">
        {isSmall ? "" : `${STAGES[progress.stage]}: `}
        {text}
      </span>
    </div>
  );
}
