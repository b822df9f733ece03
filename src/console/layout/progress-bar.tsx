import { useProgress } from "#console/ui/progress.ts";
import "./progress-bar.css";

/** The thin bar at the top of the page while a screen or its data load; red when they could not. */
export function ProgressBar() {
  const { isVisible, percent, hasFailed } = useProgress();
  if (!isVisible) return null;
  return (
    <div className="progress-bar" role="progressbar" aria-label="Загрузка страницы" aria-valuenow={Math.round(percent)} aria-valuemin={0} aria-valuemax={100} data-failed={hasFailed || undefined}>
      <div style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}
