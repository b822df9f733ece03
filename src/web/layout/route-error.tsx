import { useEffect } from "react";
import { isRouteErrorResponse, useRevalidator, useRouteError } from "react-router";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { startProgress } from "#web/ui/progress.ts";

/**
 * Source: specification §2 «Error page», §8 «Errors during refresh fail the progress bar and show
 * the error page».
 */
export function RouteError() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  useEffect(() => startProgress()(true), [error]);
  const retry = () => void revalidate();
  if (!isRouteErrorResponse(error))
    return (
      <ErrorPage
        status={500}
        message="Не удалось открыть страницу. Повторите или вернитесь на главную"
        onRetry={retry}
      />
    );
  const message = (error.data as { readonly message?: string } | null)?.message;
  return (
    <ErrorPage
      status={error.status}
      message={message}
      onRetry={error.status === 404 ? undefined : retry}
    />
  );
}
