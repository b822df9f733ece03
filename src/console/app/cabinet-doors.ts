import type { Door } from "#console/providers/door.ts";
import { accountUsersDoor } from "#console/resources/account-users/index.tsx";
import { accountsDoor } from "#console/resources/accounts/index.tsx";
import { invoicesDoor } from "#console/resources/invoices/index.tsx";
import { noticesDoor } from "#console/resources/notices/index.tsx";
import { projectsDoor } from "#console/resources/projects/index.tsx";
import { registriesDoor } from "#console/resources/registries/index.tsx";

/** The table of contents of the cabinet: one line per module. */
export const CABINET_DOORS: readonly Door[] = [accountsDoor, accountUsersDoor, invoicesDoor, noticesDoor, projectsDoor, registriesDoor];
