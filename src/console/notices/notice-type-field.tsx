import { TreeSelect } from "antd";
import {
  NOTICE_CATEGORIES,
  NOTICE_NAMES,
  NOTICE_TYPES,
  type NoticeCategory,
} from "#contract/notices/notice-types.ts";
import { useMe } from "#web/session/session.ts";

const CATEGORIES = Object.entries(NOTICE_CATEGORIES) as [NoticeCategory, string][];

interface NoticeTypeFieldProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
}

export default function NoticeTypeField({ label, chosen, onChange }: NoticeTypeFieldProps) {
  const { isWorkman, accounts } = useMe();
  const isSeen = (name: (typeof NOTICE_NAMES)[number]) => {
    const { side } = NOTICE_TYPES[name];
    return (
      side === "both" ||
      (side === "workman" ? isWorkman : accounts.length > 0) ||
      chosen.includes(name)
    );
  };
  const treeData = CATEGORIES.map(([category, title]) => ({
    title,
    value: `category:${category}`,
    children: NOTICE_NAMES.filter(
      (name) => NOTICE_TYPES[name].category === category && isSeen(name),
    ).map((name) => ({ title: NOTICE_TYPES[name].title, value: name })),
  })).filter(({ children }) => children.length > 0);
  return (
    <TreeSelect
      aria-label={label}
      placeholder={label}
      treeCheckable
      allowClear
      showCheckedStrategy={TreeSelect.SHOW_CHILD}
      treeNodeFilterProp="title"
      maxTagCount={1}
      popupMatchSelectWidth={360}
      style={{ width: 230 }}
      value={[...chosen]}
      treeData={treeData}
      onChange={(types: readonly string[]) => onChange(types)}
    />
  );
}
