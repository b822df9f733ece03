import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { LiveForm } from "#site/ui/live-form.tsx";
import { PhoneField } from "#site/ui/phone-field.tsx";
import { SiteCheck } from "#site/ui/site-check.tsx";
import { SiteSelect } from "#site/ui/site-select.tsx";
import { SiteButton } from "#web/ui/site-button.tsx";
import { SiteField } from "#web/ui/site-field.tsx";

function NewcomerForm() {
  const [phone, setPhone] = useState("");
  const [name, setName] = useState("");
  const [isAgreed, setAgreed] = useState(false);
  const [status, setStatus] = useState("SMZ");
  return (
    <LiveForm onSubmit={(event) => event.preventDefault()}>
      <PhoneField label="Телефон" value={phone} onChange={setPhone} isFocusedFirst />
      <SiteField label="Имя" value={name} onChange={({ target }) => setName(target.value)} />
      <SiteSelect
        label="Статус"
        value={status}
        onChange={({ target }) => setStatus(target.value)}
        options={[
          { id: "SMZ", title: "Самозанятый" },
          { id: "IP", title: "ИП" },
        ]}
      />
      <SiteCheck name="agreed" isChecked={isAgreed} onChange={setAgreed}>
        Согласен
      </SiteCheck>
      <SiteButton type="submit">Дальше</SiteButton>
      <output>{[phone, name, status, isAgreed].join("; ")}</output>
    </LiveForm>
  );
}

test("what was entered before the page came alive is what its form knows", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(<NewcomerForm />);
  expect(place.querySelector("input[autofocus]")).toBe(screen.getByLabelText("Телефон"));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Дальше" }).disabled).toBe(true);
  screen.getByLabelText<HTMLInputElement>("Телефон").value = "90";
  screen.getByLabelText<HTMLInputElement>("Имя").value = "Анна";
  screen.getByLabelText<HTMLSelectElement>("Статус").value = "IP";
  screen.getByRole<HTMLInputElement>("checkbox").checked = true;

  const root = await act(async () => hydrateRoot(place, <NewcomerForm />));

  expect(screen.getByRole("status").textContent).toBe("+7 (90; Анна; IP; true");
  expect(screen.getByLabelText<HTMLInputElement>("Телефон").value).toBe("+7 (90");
  expect(screen.getByLabelText<HTMLInputElement>("Имя").value).toBe("Анна");
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Дальше" }).disabled).toBe(false);
  await act(async () => root.unmount());
  place.remove();
});
