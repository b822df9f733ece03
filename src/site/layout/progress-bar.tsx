import { useProgress } from "#web/ui/progress.ts";
import "./progress-bar.css";

export function ProgressBar() {
  const { isVisible, percent, hasFailed } = useProgress();
  if (!isVisible) return null;
  return (
    <progress
      className="progress-bar"
      aria-label="Загрузка страницы"
      value={percent}
      max={100}
      data-failed={hasFailed || undefined}
    />
  );
}
