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

export interface ListColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** `sortBy` of the query; without it the column is not sortable. */
  readonly sortField?: string;
  readonly align?: "left" | "right" | "center";
  readonly width?: number;
  /** Until switched on in the settings; `narrow`: only between the phone and the wide layout. */
  readonly isHidden?: boolean | "narrow";
  /** Cannot be hidden. */
  readonly isFixed?: boolean;
  /** Title of the row's card on a phone; the columns before it move to the card's end. */
  readonly isCardTitle?: boolean;
  /** Empty values are omitted from cards. */
  readonly isEmpty?: (row: Row) => boolean;
}

export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly onClick: () => void;
  /** Red, apart from the others. */
  readonly isDangerous?: boolean;
  readonly reason?: string | null;
}

type Options = Partial<
  Pick<ListColumn<never>, "sortField" | "width" | "isHidden" | "isFixed" | "isCardTitle" | "align">
>;

/** The longest possible title sets the width. */
type StateOptions = Options & {
  readonly states?: {
    readonly titles: Readonly<Record<string, string>>;
    /** The tooltip has the full title. */
    readonly shortTitles?: Readonly<Partial<Record<string, string>>>;
  };
};

/** Icon and padding, px. */
const STATE_FRAME_WIDTH = 52;
const STATE_WIDTH = 170;

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
    const { states, ...rest } = options;
    const byTitle = Object.fromEntries(
      Object.entries(states?.shortTitles ?? {}).map(([id, words]) => [states?.titles[id], words]),
    );
    return {
      key,
      title,
      width: states
        ? Math.max(
            ...Object.entries(states.titles).map(([id, one]) =>
              textWidth(states.shortTitles?.[id] ?? one, STATE_FRAME_WIDTH),
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

  /** Links to the profile. Users of the company have none, so no `id`. */
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

/** The icon repeats the tone, so colour is not the only sign. */
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
  /** `false` in a table with arrow-key navigation. */
  readonly isTabStop?: boolean;
}

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
