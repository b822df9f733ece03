import { Component, type ReactNode } from "react";
import { startProgress } from "#console/ui/progress.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";

const RELOADED_AT = "chunkReloadedAt";
/** One reload per this long: a build that is really broken must not reload for ever. */
const RELOAD_EVERY_MS = 60_000;

/** A page that breaks shows the error page in its place; a new address tries again. */
export class PageErrors extends Component<PageErrorsProps, { hasFailed: boolean; address: string }> {
  override state = { hasFailed: false, address: this.props.address };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  static getDerivedStateFromProps({ address }: PageErrorsProps, before: { address: string }) {
    return address === before.address ? null : { hasFailed: false, address };
  }
  /** Source: specification §8, «Errors during refresh fail the progress bar and show the error page». */
  override componentDidCatch() {
    startProgress()(true);
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorPage status={500} message="Не удалось открыть страницу. Повторите или вернитесь на главную" onRetry={() => this.setState({ hasFailed: false })} />;
  }
}

interface PageErrorsProps {
  readonly children: ReactNode;
  /** Path of the page: a failure belongs to it. */
  readonly address: string;
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
