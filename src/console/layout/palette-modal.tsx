import {
  AutoComplete,
  Descriptions,
  Input,
  Modal,
  type AutoCompleteProps,
  type RefSelectProps,
} from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { openModal } from "#web/modals/modal-store.ts";
import { useAccess } from "#web/session/access.ts";
import type { NounModule } from "#console/noun-module.ts";
import { useSections } from "./sections.ts";
import { useCommands } from "./use-commands.ts";
import { useRecentPages } from "./use-recent-pages.ts";

/** Debounce, ms. */
const TYPING_MS = 200;
const SHORTEST_SEARCH = 1;
/** A shorter word is part of a name or a number. */
const SHORTEST_NOUN = 3;
const WHAT_IS_FOUND = "Раздел, команда, номер реестра, счёта или акта, имя, ИНН или телефон";

interface Choice {
  readonly label: string;
  readonly run: () => void;
}
interface Group {
  readonly title: string;
  readonly choices: readonly Choice[];
}

/** Searches sections, commands and records: arrows select, Enter opens. */
export function PaletteModal({
  modules,
  onClose,
}: {
  readonly modules: readonly NounModule[];
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  const field = useRef<RefSelectProps>(null);
  const known = useKnown(modules);
  const found = useFound(modules, text);
  const groups = [
    ...known.map(({ title, choices }) => ({
      title,
      choices: choices.filter(({ label }) => hasWords(`${title} ${label}`, text)),
    })),
    ...found,
  ].filter(({ choices }) => choices.length > 0);
  const options: AutoCompleteProps["options"] = groups.map(({ title, choices }) => ({
    label: title,
    options: choices.map(({ label }) => ({ value: `${title}: ${label}`, label })),
  }));
  const handleSelect = (value: string) => {
    onClose();
    groups
      .flatMap(({ title, choices }) =>
        choices.map((choice) => ({ key: `${title}: ${choice.label}`, choice })),
      )
      .find(({ key }) => key === value)
      ?.choice.run();
  };
  return (
    <Modal
      open
      title="Поиск и команды"
      closable={{ "aria-label": "Закрыть" }}
      footer={null}
      width={560}
      style={{ top: 80 }}
      onCancel={onClose}
      // Typing begins at once: there is no motion to wait for.
      transitionName=""
      maskTransitionName=""
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      destroyOnHidden
    >
      <AutoComplete
        ref={field}
        open
        defaultActiveFirstOption
        value={text}
        options={options}
        style={{ width: "100%" }}
        notFoundContent="Ничего не найдено"
        getPopupContainer={(field) => field.parentElement ?? document.body}
        onSearch={setText}
        onSelect={handleSelect}
        // The list is always open and would keep Escape to itself.
        onKeyDown={({ key }) => key === "Escape" && onClose()}
      >
        <Input aria-label={WHAT_IS_FOUND} placeholder={WHAT_IS_FOUND} />
      </AutoComplete>
      <div style={{ height: 300 }} />
    </Modal>
  );
}

/** By rights. */
function useKnown(modules: readonly NounModule[]): readonly Group[] {
  const navigate = useNavigate();
  const commands = useCommands(modules);
  const sections = useSections();
  const recent = useRecentPages();
  return useMemo(
    () => [
      {
        title: "Недавние",
        choices: recent.map(({ title, path }) => ({
          label: title,
          run: () => void navigate(path),
        })),
      },
      {
        title: "Разделы",
        choices: sections.flatMap(({ label, places }) =>
          places.map(({ name, path }) => ({
            label: places.length > 1 && name !== label ? `${label}: ${name}` : name,
            run: () => void navigate(path),
          })),
        ),
      },
      {
        title: "Команды",
        choices: commands.map(({ label, run }) => ({
          label,
          run: () => ("to" in run ? void navigate(run.to) : openModal(run.modal, {})),
        })),
      },
    ],
    [sections, commands, recent, navigate],
  );
}

/** Outdated responses are dropped. */
function useFound(modules: readonly NounModule[], text: string): readonly Group[] {
  const access = useAccess();
  const navigate = useNavigate();
  const [found, setFound] = useState<readonly Group[]>([]);
  const search = text.trim();
  useEffect(() => {
    if (search.length < SHORTEST_SEARCH) return setFound([]);
    const stopping = new AbortController();
    const timer = setTimeout(() => {
      const finders = modules
        .flatMap((one) => one.finders ?? [])
        .filter((finder) => access(finder.access).can);
      void Promise.all(
        finders.map(async ({ title, find }) => ({
          title,
          // The record's own page shows the error.
          choices: (await find(withoutNoun(search, title), stopping.signal).catch(() => [])).map(
            ({ label, to }) => ({
              label,
              run: () => void navigate(to),
            }),
          ),
        })),
      ).then((groups) => {
        if (!stopping.signal.aborted) setFound(groups);
      });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [modules, access, navigate, search]);
  return found;
}

/** All words, in any order and at any place. */
function hasWords(label: string, text: string): boolean {
  const known = plain(label);
  return wordsOf(plain(text)).every((word) => known.includes(word));
}

/**
 * «реестр 9» asks registries for «9», «счёт 100004» asks invoices for «100004». The words stay as
 * typed, because the server tells «ё» from «е».
 */
function withoutNoun(text: string, title: string): string {
  const nouns = wordsOf(plain(title));
  const isNoun = (word: string) =>
    word.length >= SHORTEST_NOUN && nouns.some((noun) => noun.startsWith(plain(word).slice(0, -1)));
  const rest = wordsOf(text).filter((word) => word !== "№" && !isNoun(word));
  return rest.length > 0 ? rest.join(" ") : text;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** What is typed and what is known are compared without case and «ё». */
function plain(text: string): string {
  return text.toLowerCase().replaceAll("ё", "е");
}

const SHORTCUTS = [
  { keys: "Ctrl+K", what: "Поиск и команды" },
  { keys: "?", what: "Этот список" },
  { keys: "Esc", what: "Закрыть окно или панель" },
  { keys: "Стрелки", what: "Ходить по ячейкам реестра" },
  { keys: "Enter", what: "Исправить ячейку, сохранить её" },
  { keys: "Tab", what: "К следующей ошибке реестра" },
  { keys: "Ctrl+V", what: "Вставить строки из Excel" },
] as const;

export function ShortcutsModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal
      open
      title="Клавиши"
      closable={{ "aria-label": "Закрыть" }}
      footer={null}
      onCancel={onClose}
    >
      <Descriptions
        size="small"
        column={1}
        bordered
        items={SHORTCUTS.map(({ keys, what }) => ({
          key: keys,
          label: <kbd>{keys}</kbd>,
          children: what,
        }))}
      />
    </Modal>
  );
}
