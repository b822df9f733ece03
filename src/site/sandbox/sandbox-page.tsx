import { lazy } from "react";
import { consoleConfig } from "#web/wire/console-config.ts";
import { ConsolePart } from "#web/ui/console-part.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import type { PublicPage } from "#web/routes/page-module.ts";

const SandboxTools = lazy(() => import("#console/sandbox/sandbox-tools.tsx"));

export const page = {
  head: () => ({
    ...(consoleConfig().sandbox
      ? { title: "Песочница" }
      : { title: "Такой страницы не существует", status: 404 as const }),
    description:
      "Внешние сервисы платформы понарошку: коды из СМС, модератор, банк и «Мой налог» для проверки.",
    isIndexed: false,
  }),
} satisfies PublicPage;

/** 404 with real services. */
export default function SandboxPage() {
  if (!consoleConfig().sandbox) return <ErrorPage status={404} />;
  return (
    <>
      <h1>Песочница</h1>
      <p>
        Внешние сервисы здесь ненастоящие: СМС не уходят, банк и ФНС отвечают так, как вы выберете.
      </p>
      <ConsolePart fallback={<p className="muted">Загружаем…</p>}>
        <SandboxTools />
      </ConsolePart>
      <p className="muted" style={{ marginTop: 16 }}>
        Всё это доступно и скриптам:{" "}
        <a href="/sandbox/api/openapi.json">описание вызовов песочницы</a>
      </p>
    </>
  );
}
