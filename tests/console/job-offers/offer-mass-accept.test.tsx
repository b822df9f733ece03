import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { JobOffer } from "#contract/job-offers/job-offer.ts";
import { resetSession } from "#web/session/session.ts";
import OfferMassAcceptModal from "#console/job-offers/offer-mass-accept-modal.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { sampleOf } from "#tests/support/sample-of.ts";

const ACCEPT = "/client-api/job-offer/mass-result-accept";
const REFUSAL = "Менеджер проектов сам соглашается на сумму до 5 000,00 ₽";

const anOffer = (id: number, title: string, amount: number, limitRefusal: string | null) => {
  const sample = sampleOf(JobOffer) as JobOffer;
  return { ...sample, id, job: { ...sample.job, title }, amount, commission: 0, limitRefusal };
};

test("what is over the manager's limit is named before and left out of what he accepts", async () => {
  resetSession(aPerson("PROJECT_MANAGER"), "token");
  const { seen } = consoleServer({
    [`POST ${ACCEPT}`]: { body: { acceptedCount: 1, acceptedAmount: 4000, failed: [] } },
  });
  const offers = [
    anOffer(1, "Разобрать склад", 4000, null),
    anOffer(2, "Перевезти офис", 9000, REFUSAL),
  ];
  renderConsole(<OfferMassAcceptModal chosen={{ offers }} close={() => {}} />);
  await screen.findByText(/Не примем: 1.результат/);
  expect(screen.getByText(/Не примем/).textContent).toContain(REFUSAL);
  screen.getByText(/Перевезти офис: 9.000,00.₽/);
  fireEvent.click(screen.getByRole("button", { name: /Принять и выплатить 4.000,00/ }));
  await waitFor(() =>
    expect(seen.find(({ path }) => path === ACCEPT)?.body).toMatchObject({ jobOfferIDs: [1] }),
  );
});
