import { expect, test } from "vitest";
import { paymentCode, type PaymentCode } from "#contract/values/payment-code.ts";

const FIELDS: PaymentCode = {
  Purpose: "Налог на профессиональный доход за 10.2026, ИНН 500100732259",
  KPP: "770001001",
  Name: "Казначейство (ФНС)",
  PersonalAcc: "03100643000000099900",
  BankName: "Банк, г. Тула",
  BIC: "017099900",
  CorrespAcc: "40102810000000000900",
  PayeeINN: "7700000009",
};

test("a payment's code is in UTF-8, its obligatory fields come first and its sum is in kopecks", () => {
  const code = paymentCode({ ...FIELDS, UIN: "18212026100000000001", CBC: "182105" }, 3_000_05n);
  expect(code).toBe(
    "ST00012|Name=Казначейство (ФНС)|PersonalAcc=03100643000000099900|BankName=Банк, г. Тула" +
      "|BIC=017099900|CorrespAcc=40102810000000000900|Sum=300005" +
      "|Purpose=Налог на профессиональный доход за 10.2026, ИНН 500100732259|KPP=770001001" +
      "|PayeeINN=7700000009|UIN=18212026100000000001|CBC=182105",
  );
  // «2» of the head promises UTF-8: a Russian letter takes two bytes.
  expect(Buffer.byteLength(code) - code.length).toBe(code.match(/[а-яё]/gi)?.length);
});

test("no value breaks the code: separators and ends of lines become spaces, empty ones are left out, long ones are cut", () => {
  const code = paymentCode(
    { ...FIELDS, Name: "ООО «А|Б»\r\nфилиал ", KPP: "", Purpose: "я".repeat(300) },
    1n,
  );
  expect(code).toContain("|Name=ООО «А Б» филиал|");
  expect(code).not.toContain("KPP");
  expect(code).toContain(`|Purpose=${"я".repeat(210)}|`);
  expect(
    code
      .split("|")
      .slice(1)
      .every((field) => /^\w+=[^|\n]+$/.test(field)),
  ).toBe(true);
});

test("a large sum keeps its last kopeck", () => {
  expect(paymentCode(FIELDS, 9_007_199_254_740_993n)).toContain("|Sum=9007199254740993|");
});
