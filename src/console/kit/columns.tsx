import { Tag, Tooltip } from "antd";
import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  SyncOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import { formatPhone } from "#web/format/phone.ts";
import { DateText } from "./date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { PersonName, type Person } from "./person-name.tsx";
import { ActionsMenu, actionsWidth, type RowAction } from "./row-actions.tsx";
import { TagList } from "./tag-list.tsx";
import { textWidth } from "./text-width.ts";
import "./kit.css";

/** First line of a row on a phone: name and sum; second: state and day. */
export type RowPart = "name" | "sum" | "state" | "day";

export interface ListColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** `sortBy` of the query; without it the column is not sortable. */
  readonly sortField?: string;
  readonly align?: "left" | "right" | "center";
  readonly width?: number;
  readonly widthOf?: (rows: readonly Row[]) => number;
  /** Px for whole values in one line, of a leading column without a width. */
  readonly lineWidth?: number;
  /** Until switched on in the settings; `narrow`: the first to be left out of a narrow table. */
  readonly isHidden?: boolean | "narrow";
  /** Cannot be hidden. */
  readonly isFixed?: boolean;
  /** What it tells of a row: all but a day get their room in a table before the others. */
  readonly part?: RowPart;
  /** Its words alone, where the whole row is pressed. */
  readonly plain?: (row: Row) => ReactNode;
  /** Of the row's record. */
  readonly addressOf?: (row: Row) => string | undefined;
  /** Filled in here, so an empty one stays. */
  readonly isEditable?: boolean;
  /** Empty values are omitted from a row's facts, a column of them from tables. */
  readonly isEmpty?: (row: Row) => boolean;
}

type Options = Partial<
  Pick<ListColumn<never>, "sortField" | "width" | "isHidden" | "isFixed" | "part" | "align">
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
const NAME_WIDTH = 228;

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
    part: "sum",
    render: (row) => {
      const rubles = read(row) ?? null;
      return rubles === null ? "—" : <MoneyText rubles={rubles} />;
    },
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
      render: (row) => {
        const value = read(row) ?? null;
        return value === null ? "—" : <DateText value={value} isDay={isDay} />;
      },
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
      part: "state",
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
    plain: (row) => read(row)?.text ?? "—",
    addressOf: (row) => read(row)?.to,
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
    part: "name",
    lineWidth: NAME_WIDTH,
    plain: (row) => read(row)?.name ?? "—",
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
    width: actionsWidth([]),
    widthOf: (rows) => Math.max(...[[], ...rows.map(read)].map(actionsWidth)),
    align: "right",
    isFixed: true,
    isEmpty: (row) => read(row).length === 0,
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

function formatted(value: string | null, format: (value: string) => string): string {
  return value === null || value === "" ? "—" : format(value);
}
