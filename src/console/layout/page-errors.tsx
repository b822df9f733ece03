import { Component, type ReactNode } from "react";
import { startProgress } from "#console/ui/progress.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";

const RELOADED_AT = "chunkReloadedAt";
/** One reload per this long: a build that is really broken must not reload for ever. */
const RELOAD_EVERY_MS = 60_000;

/** A page that breaks shows the error page in its place; a new address tries again. */
export class PageErrors extends Component<{ children: ReactNode; address: string }, { failedAt: string | null }> {
  override state = { failedAt: null as string | null };
  static getDerivedStateFromError() {
    return { failedAt: location.pathname };
  }
  /** Source: specification §8, «Errors during refresh fail the progress bar and show the error page». */
  override componentDidCatch() {
    startProgress()(true);
  }
  override componentDidUpdate(before: { address: string }) {
    if (before.address !== this.props.address && this.state.failedAt !== null) this.setState({ failedAt: null });
  }
  override render() {
    if (this.state.failedAt === null) return this.props.children;
    return <ErrorPage status={500} message="Не удалось открыть страницу. Повторите или вернитесь на главную" onRetry={() => this.setState({ failedAt: null })} />;
  }
}

/**
 * A chunk that is gone means a newer version was installed: the page is loaded anew, once.
 * Source: specification §8, «A failed load of a script or style chunk reloads the page».
 */
export function reloadOnLostChunk(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const lastAt = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - lastAt < RELOAD_EVERY_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  });
}
