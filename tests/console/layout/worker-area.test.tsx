import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { resetSession } from "#web/session/session.ts";
import { ReceivedDocuments } from "#console/edocuments/index.tsx";
import { WalletCard } from "#console/workman-wallet/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00A0", " ");
const meta = (total: number) => ({ page: 1, perPage: 10, lastPage: 1, total });
const account = { id: 1, companyDetailsName: "ООО «Северный склад»" };
const movement = (id: number, type: object, amount: number) => ({
  id,
  type,
  amount,
  createdAt: "2026-03-05T11:05:00Z",
  account,
  comment: null,
  destination: null,
  arrivedAt: null,
});

beforeEach(() => resetSession(aPerson(null, { isWorkman: true }), "token"));

test("a worker sees what is in the wallet and what came and went", async () => {
  consoleServer({
    "GET /client-api/transaction/pockets": {
      body: { available: 1250.5, onTheWay: 300, notArrived: 9000 },
    },
    "GET /client-api/transaction/list": {
      body: {
        items: [
          {
            ...movement(2, { id: "PAYOUT_CARD", title: "Выплата на карту" }, -8600.5),
            destination: "220000******0004",
            arrivedAt: "2026-03-05T11:06:00Z",
          },
          movement(1, { id: "WORKMAN_ACCRUAL", title: "Начисление исполнителю" }, 8600.5),
        ],
        meta: meta(2),
        totals: { income: 8600.5, expense: 8600.5 },
      },
    },
  });
  renderConsole(
    <Suspense>
      <WalletCard />
    </Suspense>,
  );
  const wallet = await screen.findByRole("region", { name: "Кошелёк" });
  await waitFor(() =>
    expect(plain(wallet.textContent)).toContain(
      "Доступно1 250,50 ₽В пути300,00 ₽Не дошло9 000,00 ₽",
    ),
  );
  const payout = (await screen.findByText(/Вам отправлено/)).closest("li") as HTMLElement;
  expect(plain(payout.textContent)).toMatch(
    /^Вам отправлено на 220000\*{6}0004 .*пришло 05\.03\.2026 в 14:068 600,50 ₽$/,
  );
  expect(plain(payout.textContent)).toContain("ООО «Северный склад», 05.03.2026 в 14:05");
});

test("an act is downloaded as PDF under the name the server gives it", async () => {
  const document = {
    id: 56,
    type: { id: "ACT", title: "Акт" },
    state: { id: "AUTO_SIGNED", title: "Подписан автоматически" },
    number: "56",
    date: "2026-11-12",
    title: "Акт № 56",
    amount: 5400.5,
    account,
    permissions: { download: true, sign: false, reject: false },
  };
  const { seen } = consoleServer({
    "GET /edoc-api/documents": { body: { items: [document], meta: meta(1) } },
    "GET /edoc-api/documents/56/download/document": {
      raw: "%PDF-1.7",
      headers: {
        "content-type": "application/pdf",
        "content-disposition": "attachment; filename=act.pdf",
      },
    },
  });
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:act", revokeObjectURL: () => undefined }),
  );
  renderConsole(
    <Suspense>
      <ReceivedDocuments />
    </Suspense>,
  );
  const row = (await screen.findByText(/Акт № 56 от/)).closest("li") as HTMLElement;
  within(row).getByText("Подписан автоматически");
  fireEvent.click(within(row).getByRole("button", { name: "Скачать PDF: Акт № 56" }));
  await waitFor(() =>
    expect(seen.some(({ path }) => path === "/edoc-api/documents/56/download/document")).toBe(true),
  );
});
