import {
  BankOutlined,
  BellOutlined,
  CreditCardOutlined,
  DashboardOutlined,
  DownloadOutlined,
  FileDoneOutlined,
  FileTextOutlined,
  FolderOpenOutlined,
  FormOutlined,
  HomeOutlined,
  IdcardOutlined,
  PercentageOutlined,
  SafetyCertificateOutlined,
  SearchOutlined,
  SendOutlined,
  SolutionOutlined,
  TeamOutlined,
  ToolOutlined,
  WalletOutlined,
  WarningOutlined,
} from "@ant-design/icons";
import { useMemo, type ComponentType } from "react";
import { matchPath } from "react-router";
import type { Access } from "#contract/access/access.ts";
import type { Attention } from "#contract/accounts/account-summary.ts";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { useAccess } from "#web/session/access.ts";
import { crumbOf } from "#web/routes/breadcrumbs.ts";

/** A page of a section. Its name is its crumb, its right that of its route. */
export interface Place {
  readonly path: string;
  /** A part of the name that tells it from its neighbours. */
  readonly tab?: string;
  /** Where the page has no name of its own. */
  readonly name?: string;
  /** Narrower than the route's. */
  readonly access?: Access;
  readonly alsoAt?: readonly string[];
  /** A company's people have it in the header. */
  readonly isInHeader?: true;
  /** What waits there. */
  readonly waits?: readonly Attention[];
}

interface Section {
  /** By default the name of its only place. */
  readonly label?: string;
  readonly icon: ComponentType<{ readonly "aria-hidden"?: boolean }>;
  readonly places: readonly Place[];
  /** Heading above the first of them. */
  readonly group?: string;
  /** In a phone's bar, which holds four. */
  readonly barLabel?: string;
}

/** Menu, tabs, trail and palette read these two lists. Source: issue 29, §3. */
const OF_COMPANY: readonly Section[] = [
  { icon: DashboardOutlined, barLabel: "Сводка", places: [{ path: "/app/profile/summary" }] },
  {
    label: "Задания",
    icon: FolderOpenOutlined,
    barLabel: "Задания",
    places: [
      {
        path: "/profile/jobs",
        access: "jobs.view",
        alsoAt: ["/jobs/customer", "/jobs/create"],
        waits: ["OFFER_WAITING", "JOB_REJECTED"],
      },
      { path: "/profile/jobs/accept", waits: ["JOB_RESULT"] },
      { path: "/profile/job-registry" },
    ],
  },
  {
    label: "Выплаты",
    icon: SendOutlined,
    barLabel: "Выплаты",
    places: [
      {
        path: "/profile/payroll-registry",
        tab: "Реестры",
        waits: ["PAYROLL_APPROVAL", "PAYROLL_READY", "PAYROLL_ERRORS"],
      },
      { path: "/profile/account/payouts", waits: ["PAYOUT_FAILED"] },
      { path: "/profile/mass-arbitrate", tab: "Массовое изменение" },
    ],
  },
  {
    label: "Исполнители",
    icon: TeamOutlined,
    barLabel: "Исполнители",
    places: [
      { path: "/profile/employees", tab: "Избранные" },
      { path: "/profile/workman-registry" },
      { path: "/profile/workman-registration-registry" },
      { path: "/profile/blacklist-registry" },
    ],
  },
  {
    label: "Документы",
    icon: FileTextOutlined,
    places: [
      { path: "/profile/account/documents" },
      { path: "/profile/account/receipts", waits: ["RECEIPT_ANNULLED"] },
      { path: "/profile/account/acts" },
      { path: "/profile/account/document-templates", tab: "Шаблоны" },
    ],
  },
  {
    label: "Деньги",
    icon: WalletOutlined,
    places: [
      { path: "/profile/account/invoices", waits: ["INVOICE_UNPAID"] },
      { path: "/profile/account/invoices/payments" },
      { path: "/profile/account/transactions" },
      { path: "/profile/account/transactions/reconciliation" },
      { path: "/profile/account/invoices/balance", tab: "Остаток" },
    ],
  },
  {
    icon: WarningOutlined,
    places: [{ path: "/profile/account/risks", waits: ["PAPERS_EXPIRING"] }],
  },
  {
    label: "Выгрузки",
    icon: DownloadOutlined,
    places: [
      { path: "/profile/account/uploads" },
      { path: "/profile/account/uploads/schedules", tab: "Ежемесячные" },
    ],
  },
  {
    label: "Компания",
    icon: BankOutlined,
    places: [{ path: "/profile/account" }, { path: "/profile/account/log" }],
  },
];

const OF_WORKMAN: readonly Section[] = [
  { group: "Работа", icon: HomeOutlined, places: [{ path: "/profile", isInHeader: true }] },
  {
    group: "Работа",
    icon: FolderOpenOutlined,
    barLabel: "Задания",
    places: [{ path: "/profile/jobs", access: "workman", alsoAt: ["/jobs/workman"] }],
  },
  {
    group: "Работа",
    icon: SearchOutlined,
    places: [{ path: "/jobs", name: "Найти задание", access: "signed-in" }],
  },
  { group: "Работа", icon: BellOutlined, places: [{ path: "/notifications", isInHeader: true }] },
  {
    group: "Деньги",
    icon: WalletOutlined,
    barLabel: "Доход",
    places: [{ path: "/profile/workman/income" }],
  },
  { group: "Деньги", icon: PercentageOutlined, places: [{ path: "/profile/workman/taxes" }] },
  {
    group: "Деньги",
    icon: CreditCardOutlined,
    places: [{ path: "/profile/workman/payment-methods" }],
  },
  {
    group: "Документы",
    icon: FileDoneOutlined,
    barLabel: "Документы",
    places: [{ path: "/profile/workman/edo" }],
  },
  { group: "Документы", icon: IdcardOutlined, places: [{ path: "/profile/workman/documents" }] },
  {
    group: "Профиль",
    icon: SolutionOutlined,
    barLabel: "Профиль",
    places: [{ path: "/profile/workman" }],
  },
  { group: "Профиль", icon: ToolOutlined, places: [{ path: "/profile/workman/services" }] },
  { group: "Профиль", icon: FormOutlined, places: [{ path: "/profile/questionnaire" }] },
  {
    group: "Профиль",
    icon: SafetyCertificateOutlined,
    places: [{ path: "/profile/workman/fns" }],
  },
];

export interface OpenPlace extends Place {
  readonly name: string;
}

/** With what the person may open. */
export interface OpenSection extends Section {
  readonly label: string;
  /** Its first page. */
  readonly to: string;
  readonly places: readonly OpenPlace[];
}

/** Of the company, then of the worker; who is both has the company's list of jobs. */
export function useSections(): readonly OpenSection[] {
  const access = useAccess();
  return useMemo(() => {
    const may = (place: Place) => access(accessOf(place)).can;
    const ofCompany = openOnes(access("account").can ? OF_COMPANY : [], may);
    const isWorkman = access("workman").can;
    const taken = new Set(ofCompany.map(({ to }) => to));
    return [
      ...ofCompany,
      ...openOnes(OF_WORKMAN, may).filter(
        ({ to, places: [place] }) =>
          ofCompany.length === 0 || (isWorkman && !place?.isInHeader && !taken.has(to)),
      ),
    ];
  }, [access]);
}

function openOnes(sections: readonly Section[], may: (place: Place) => boolean): OpenSection[] {
  return sections.flatMap((section) => {
    const places = section.places
      .filter(may)
      .map((place) => ({ ...place, name: place.name ?? crumbOf(place.path) }));
    const [first] = places;
    return first
      ? [{ ...section, places, to: first.path, label: section.label ?? first.name }]
      : [];
  });
}

function accessOf({ path, access }: Place): Access {
  return access ?? routeOf(path)?.access ?? "signed-in";
}

function routeOf(path: string) {
  return CONSOLE_ROUTES.find((route) => route.path === path);
}

/** Section and place of an address: the longest that matches. `/profile` is only itself. */
export function currentOf(
  pathname: string,
  sections: readonly OpenSection[],
): { readonly section: OpenSection; readonly place: OpenPlace } | undefined {
  const isIn = (address: string) =>
    pathname === address || (address !== "/profile" && pathname.startsWith(`${address}/`));
  return sections
    .flatMap((section) =>
      section.places.flatMap((place) =>
        [place.path, ...(place.alsoAt ?? [])]
          .filter(isIn)
          .map((address) => ({ section, place, length: address.length })),
      ),
    )
    .sort((a, b) => b.length - a.length)[0];
}

/** A place, or a list below it; records and forms have no tabs above them. */
export function hasTabs(pathname: string, { places }: OpenSection): boolean {
  return (
    places.length > 1 &&
    (places.some(({ path }) => path === pathname) ||
      CONSOLE_ROUTES.some(
        ({ path, screen, accepts }) =>
          screen.endsWith("-list.tsx") &&
          ((match) => match !== null && (accepts?.(match.params) ?? true))(
            matchPath(path, pathname),
          ),
      ))
  );
}
