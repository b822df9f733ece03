import { readdirSync, readFileSync } from "node:fs";
import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { CONSOLE_CRUMBS } from "#console/app/console-routes.tsx";
import { CONSOLE_MODULES } from "#console/app/console-modules.ts";
import { useSections } from "#console/layout/sections.ts";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { provideCrumbLabels } from "#web/routes/breadcrumbs.ts";
import { resetSession } from "#web/session/session.ts";
import { aPerson } from "#tests/support/console-server.ts";

provideCrumbLabels(CONSOLE_CRUMBS);
beforeEach(() => resetSession(aPerson("OWNER", { isWorkman: true }), "token"));

/** One word for one thing: what it is called, and what it was called somewhere. */
const TERMS: Readonly<Record<string, readonly string[]>> = {
  "Приёмка результатов": ["Массовое закрытие заданий", "Закрытие заданий"],
  "Договоры и акты": ["Документы с исполнителями"],
  "Реестры выплат": ["Выплаты исполнителям"],
  "Реестры приглашений": ["Загрузка реестра исполнителей", "Реестры исполнителей"],
  "Реестры регистрации": ["Загрузка исполнителей"],
  "Услуги и цены": ["Мои услуги"],
  Загрузки: ["Загрузки изменений выплат"],
};
/** Crumbs, titles, menu, palette, commands and notices. */
const SOURCES = ["src/console", "src/contract", "src/server"].flatMap(sourcesIn);

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);
}

test("a thing that has a name has no other one in the console, the contract and the notices", () => {
  expect(SOURCES.length).toBeGreaterThan(500);
  const texts = [...SOURCES, "tests/contract/notice-sentences.txt"].map(
    (file) => [file, readFileSync(file, "utf8")] as const,
  );
  const others = Object.entries(TERMS).flatMap(([term, words]) =>
    words.flatMap((word) =>
      texts.flatMap(([file, text]) =>
        text.includes(word) ? [`${file} says «${word}» of «${term}»`] : [],
      ),
    ),
  );
  expect(others).toEqual([]);
  const crumbs = Object.values(CONSOLE_CRUMBS);
  expect(Object.keys(TERMS).filter((term) => !crumbs.includes(term))).toEqual([]);
});

test("the title of a page of the menu is its name", () => {
  const { result } = renderHook(useSections);
  const untitled = result.current
    .flatMap(({ places }) => places)
    .flatMap(({ path, name }) => {
      const screen = CONSOLE_ROUTES.find((route) => route.path === path)?.screen;
      // Registries take it from the table of crumbs; a company's page is called as the company.
      if (!screen || screen.includes("/registries/") || screen.endsWith("-show.tsx")) return [];
      const folder = `src/${screen.slice(0, screen.lastIndexOf("/"))}`;
      const isTitled = sourcesIn(folder).some((file) =>
        readFileSync(file, "utf8").includes(`title="${name}"`),
      );
      return isTitled ? [] : [`${path}: «${name}»`];
    });
  expect(untitled).toEqual([]);
});

test("Refine knows a list by the name of its page", () => {
  const labels = new Map(
    CONSOLE_MODULES.flatMap(({ resources = [] }) => resources).flatMap(({ label, paths }) =>
      paths?.list ? [[paths.list, label]] : [],
    ),
  );
  const wrong = [...labels].filter(
    ([path, label]) => CONSOLE_CRUMBS[path] !== undefined && CONSOLE_CRUMBS[path] !== label,
  );
  expect(wrong).toEqual([]);
});
