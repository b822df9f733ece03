import { useProgress } from "#web/ui/progress.ts";
import "./progress-bar.css";

/** The thin bar at the top of the page while a screen or its data load; red when they could not. */
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
