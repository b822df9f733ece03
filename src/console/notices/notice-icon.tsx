import {
  AlertOutlined,
  AuditOutlined,
  BankOutlined,
  BellOutlined,
  CreditCardOutlined,
  DownloadOutlined,
  EditOutlined,
  ExceptionOutlined,
  FileDoneOutlined,
  FileTextOutlined,
  IdcardOutlined,
  MailOutlined,
  SolutionOutlined,
  StarOutlined,
  SwapOutlined,
  TableOutlined,
  ToolOutlined,
  WalletOutlined,
} from "@ant-design/icons";
import { Typography } from "antd";
import type { ComponentType } from "react";
import type { NoticeIcon as IconName, NoticeTone } from "#contract/notices/views/notice-view.ts";

const ICONS: Readonly<Record<IconName, ComponentType>> = {
  job: ToolOutlined,
  invite: MailOutlined,
  offer: SolutionOutlined,
  arbitration: SwapOutlined,
  account: BankOutlined,
  invoice: FileTextOutlined,
  review: StarOutlined,
  workman: IdcardOutlined,
  tax: AuditOutlined,
  document: ExceptionOutlined,
  reference: FileDoneOutlined,
  registry: TableOutlined,
  export: DownloadOutlined,
  money: CreditCardOutlined,
  receipt: WalletOutlined,
  sign: EditOutlined,
  bell: BellOutlined,
  alert: AlertOutlined,
};
const TYPES = { good: "success", warning: "warning", bad: "danger", tax: "warning" } as const;

/** The text says everything. */
export function NoticeIcon({
  icon,
  tone,
}: {
  readonly icon: IconName;
  readonly tone?: NoticeTone;
}) {
  const Icon = ICONS[icon];
  return (
    <Typography.Text type={tone ? TYPES[tone] : "secondary"} aria-hidden="true">
      <Icon />
    </Typography.Text>
  );
}
