import { Dropdown, Tag, Tooltip, type MenuProps } from "antd";
import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  MoreOutlined,
  SyncOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import { formatPhone } from "#web/format/phone.ts";
import { DateText } from "./date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { PersonName, type Person } from "./person-name.tsx";
import { TagList } from "./tag-list.tsx";
import { textWidth } from "./text-width.ts";
import "./kit.css";

/** A column of a list: what it shows of a row and by which field of the contract it orders. */
export interface ListColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** `sortBy` of the list's query; a column without it cannot be ordered by. */
  readonly sortField?: string;
  readonly align?: "left" | "right" | "center";
  readonly width?: number;
  /**
   * Not shown until a person asks for it in the column settings; `narrow`: so where the window is
   * too narrow for the whole table and too wide for the cards of a phone, which have room for it.
   */
  readonly isHidden?: boolean | "narrow";
  /** Cannot be hidden: names the row, or holds its commands. */
  readonly isFixed?: boolean;
  /**
   * Heads the row's card on a phone in place of the first column; those before it stand last there.
   */
  readonly isCardTitle?: boolean;
  /** Left out of the row's card on a phone. */
  readonly isEmpty?: (row: Row) => boolean;
}

/** One command of a row. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly onClick: () => void;
  /** Set apart and red: cannot be undone. */
  readonly isDangerous?: boolean;
  /** Why it cannot be done now: it stays in its place and says so. */
  readonly reason?: string | null;
}

type Options = Partial<
  Pick<ListColumn<never>, "sortField" | "width" | "isHidden" | "isFixed" | "isCardTitle" | "align">
>;

/** Titles of the states a column may show: it is as wide as the longest of them. */
type StateOptions = Options & {
  readonly states?: { readonly titles: Readonly<Record<string, string>> };
  /** The longest of them in fewer words, by id: the whole stands in the tooltip. */
  readonly shorter?: Readonly<Record<string, string>>;
};

/** What stands around the text of a state: icon and padding of the tag and of the cell; px. */
const STATE_FRAME_WIDTH = 52;
const STATE_WIDTH = 170;

/** The kinds of columns lists are made of: each formatted and aligned the same everywhere. */
export const column = {
  text: <Row,>(
    key: string,
    title: string,
    read: (row: Row) => ReactNode,
    options: Options = {},
  ): ListColumn<Row> => ({ key, title, render: (row) => read(row) ?? "—", ...options }),

  money: <Row,>(
    key: string,
    title: string,
    read: (row: Row) => number | null | undefined,
    options: Options = {},
  ): ListColumn<Row> => ({
    key,
    title,
    align: "right",
    width: 130,
    render: (row) => <MoneyText rubles={read(row)} />,
    ...options,
  }),

  date: <Row,>(
    key: string,
    title: string,
    read: (row: Row) => string | number | null | undefined,
    options: Options & { readonly isDay?: boolean } = {},
  ): ListColumn<Row> => {
    const { isDay, ...rest } = options;
    return {
      key,
      title,
      width: isDay ? 112 : 148,
      render: (row) => <DateText value={read(row)} isDay={isDay} />,
      ...rest,
    };
  },

  state: <Row,>(
    key: string,
    title: string,
    read: (
      row: Row,
    ) => { readonly title: string; readonly tone: StateTone; readonly hint?: string } | null,
    options: StateOptions = {},
  ): ListColumn<Row> => {
    const { states, shorter = {}, ...rest } = options;
    const byTitle = Object.fromEntries(
      Object.entries(shorter).map(([id, words]) => [states?.titles[id], words]),
    );
    return {
      key,
      title,
      width: states
        ? Math.max(
            ...Object.values({ ...states.titles, ...shorter }).map((one) =>
              textWidth(one, STATE_FRAME_WIDTH),
            ),
          )
        : STATE_WIDTH,
      render: (row) => {
        const state = read(row);
        if (state === null) return "—";
        const words = byTitle[state.title];
        return words === undefined ? (
          <StateText {...state} />
        ) : (
          <StateText
            {...state}
            title={words}
            hint={[state.title, state.hint].filter(Boolean).join(". ")}
          />
        );
      },
      ...rest,
    };
  },

  phone: <Row,>(
    key: string,
    title: string,
    read: (row: Row) => string | null,
    options: Options = {},
  ): ListColumn<Row> => ({
    key,
    title,
    width: 152,
    render: (row) => <span className="num">{formatted(read(row), formatPhone)}</span>,
    ...options,
  }),

  inn: <Row,>(
    key: string,
    title: string,
    read: (row: Row) => string | null,
    options: Options = {},
  ): ListColumn<Row> => ({
    key,
    title,
    width: 116,
    render: (row) => <span className="num">{read(row) ?? "—"}</span>,
    ...options,
  }),

  link: <Row,>(
    key: string,
    title: string,
    read: (row: Row) => { readonly to: string; readonly text: ReactNode } | null,
    options: Options = {},
  ): ListColumn<Row> => ({
    key,
    title,
    render: (row) => {
      const link = read(row);
      return link ? <PageLink to={link.to}>{link.text}</PageLink> : "—";
    },
    ...options,
  }),

  /**
   * A worker: his name leads to his page, the rest of what is known of him is its tooltip. Whoever
   * has no page (a user of the company) has no `id`.
   */
  person: <Row,>(
    key: string,
    title: string,
    read: (row: Row) => Person | null | undefined,
    options: Options = {},
  ): ListColumn<Row> => ({
    key,
    title,
    render: (row) => {
      const person = read(row);
      return person ? <PersonName person={person} /> : "—";
    },
    ...options,
  }),

  tags: <Row,>(
    key: string,
    title: string,
    read: (row: Row) => readonly { readonly id: number; readonly title: string }[],
    options: Options = {},
  ): ListColumn<Row> => ({ key, title, render: (row) => <TagList tags={read(row)} />, ...options }),

  /** Commands of the row behind one button; a row without any shows nothing. */
  actions: <Row,>(
    nameOf: (row: Row) => string,
    read: (row: Row) => readonly RowAction[],
    options: { readonly isTabStop?: boolean } = {},
  ): ListColumn<Row> => ({
    key: "actions",
    title: "",
    width: 44,
    align: "right",
    isFixed: true,
    render: (row) => <ActionsMenu name={nameOf(row)} actions={read(row)} {...options} />,
  }),
};

const TONES = {
  neutral: "default",
  progress: "processing",
  good: "success",
  warning: "warning",
  bad: "error",
} as const;
const TONE_ICONS = {
  neutral: null,
  progress: <SyncOutlined aria-hidden />,
  good: <CheckCircleFilled aria-hidden />,
  warning: <ExclamationCircleFilled aria-hidden />,
  bad: <CloseCircleFilled aria-hidden />,
} as const;

/** A state in a word; the tone is told by an icon as well as by colour. */
export function StateText({
  title,
  tone,
  hint,
}: {
  readonly title: string;
  readonly tone: StateTone;
  readonly hint?: string;
}) {
  const tag = (
    // A long title wraps where there is no room: a state is never cut.
    <Tag
      bordered={false}
      color={TONES[tone]}
      icon={TONE_ICONS[tone]}
      style={{ whiteSpace: "normal" }}
    >
      {title}
    </Tag>
  );
  return hint ? <Tooltip title={hint}>{tag}</Tooltip> : tag;
}

interface ActionsMenuProps {
  readonly name: string;
  readonly actions: readonly RowAction[];
  /** `false` in a table whose cells are walked with arrows. */
  readonly isTabStop?: boolean;
}

/** Commands behind «⋯»; dangerous ones stand apart. */
export function ActionsMenu({ name, actions, isTabStop = true }: ActionsMenuProps) {
  if (actions.length === 0) return null;
  const dangerous = actions.filter(({ isDangerous }) => isDangerous);
  const harmless = actions.filter(({ isDangerous }) => !isDangerous);
  const items: MenuProps["items"] = [
    ...harmless.map(toItem),
    ...(harmless.length > 0 && dangerous.length > 0 ? [{ type: "divider" as const }] : []),
    ...dangerous.map(toItem),
  ];
  return (
    <Dropdown trigger={["click"]} menu={{ items }}>
      <button
        type="button"
        className="row-actions"
        tabIndex={isTabStop ? undefined : -1}
        aria-label={`Действия: ${name}`}
        aria-haspopup="menu"
      >
        <MoreOutlined />
      </button>
    </Dropdown>
  );
}

function toItem({ key, label, onClick, isDangerous, reason }: RowAction) {
  return {
    key,
    label: reason ? <span title={reason}>{label}</span> : label,
    danger: isDangerous,
    disabled: Boolean(reason),
    onClick,
  };
}

function formatted(value: string | null, format: (value: string) => string): string {
  return value === null || value === "" ? "—" : format(value);
}
