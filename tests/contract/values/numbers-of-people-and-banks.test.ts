import { describe, expect, it } from "vitest";

import {
  healBic,
  isAccountOfBank,
  isBic,
  isCardNumber,
  isCorrespondentAccount,
  isWorkmanAccount,
  maskAccount,
  maskCard,
} from "#contract/values/bank-details.ts";
import {
  companyInnFinding,
  healInn,
  isInn,
  isKpp,
  personInnFinding,
} from "#contract/values/inn.ts";
import { isOgrn, isOgrnip } from "#contract/values/ogrn.ts";
import { exactDigits } from "#contract/values/plain-number.ts";
import { formatPhone, maskPhone, normalizePhone } from "#contract/values/phone.ts";
import { formatSnils, normalizeSnils } from "#contract/values/snils.ts";

describe("ИНН", () => {
  it("knows right and wrong check digits", () => {
    expect(companyInnFinding("7707083893")).toBeNull();
    expect(companyInnFinding("7707083892")).toBe("checksum");
    expect(personInnFinding("500100732259")).toBeNull();
    expect(personInnFinding("770123456703")).toBeNull();
    expect(personInnFinding("500100732250")).toBe("checksum");
    expect(personInnFinding("7707083893")).toBe("length");
    expect(personInnFinding("50010073225A")).toBe("length");
    expect(isInn("7707083893")).toBe(true);
  });

  it("gives back a lost leading zero only when the check digits agree", () => {
    const inn = firstValidInn("01");
    expect(healInn(inn.slice(1))).toBe(inn);
    expect(healInn("12345678901")).toBe("12345678901");
    expect(healInn("500100732259")).toBe("500100732259");
  });

  it("КПП allows capital letters in the reason only", () => {
    expect(isKpp("770701001")).toBe(true);
    expect(isKpp("7707AB001")).toBe(true);
    expect(isKpp("77A701001")).toBe(false);
  });
});

describe("ОГРН and СНИЛС", () => {
  it("knows right and wrong control digits", () => {
    expect(isOgrn("1027700132195")).toBe(true);
    expect(isOgrn("1027700132194")).toBe(false);
    expect(isOgrnip("304500116000157")).toBe(true);
    expect(isOgrnip("304500116000158")).toBe(false);
    expect(normalizeSnils("112-233-445 95")).toBe("11223344595");
    expect(normalizeSnils("112-233-445 96")).toBeNull();
    expect(normalizeSnils("001-001-998 77")).toBe("00100199877");
    expect(formatSnils("11223344595")).toBe("112-233-445 95");
  });
});

describe("bank details", () => {
  it.each([
    ["044525225", "40817810700000000001"],
    ["044525974", "40817810000000000001"],
  ])("БИК %s fits account %s and no other digit", (bic, account) => {
    expect(isBic(bic)).toBe(true);
    expect(isAccountOfBank(bic, account)).toBe(true);
    for (let index = 0; index < account.length; index += 1) {
      const changed = `${account.slice(0, index)}${(Number(account[index]) + 1) % 10}${account.slice(index + 1)}`;
      expect(isAccountOfBank(bic, changed), changed).toBe(false);
    }
  });

  it("checks the correspondent account", () => {
    expect(isCorrespondentAccount("044525225", "30101810400000000225")).toBe(true);
    expect(isCorrespondentAccount("044525974", "30101810145250000974")).toBe(true);
    expect(isCorrespondentAccount("044525225", "30101810400000000226")).toBe(false);
    expect(isCorrespondentAccount("044525974", "30101810400000000225")).toBe(false);
  });

  it("heals a БИК without its zero, names account kinds, hides the middle", () => {
    expect(healBic("44525225")).toBe("044525225");
    expect(isWorkmanAccount("40817810700000000001")).toBe(true);
    expect(isWorkmanAccount("40702810700000000001")).toBe(false);
    expect(maskAccount("40817810700000000001")).toBe("40817***********0001");
  });

  it("checks card numbers and shows ten digits at most", () => {
    expect(isCardNumber("4111111111111111")).toBe(true);
    expect(isCardNumber("2200000000000004")).toBe(true);
    expect(isCardNumber("2202000000000000")).toBe(false);
    expect(maskCard("4111111111111111")).toBe("411111******1111");
  });
});

describe("a phone", () => {
  it.each(["8 (916) 123-45-67", "+7 916 123 45 67", "9161234567", "7(916)1234567", "79161234567"])(
    "reads %s",
    (text) => {
      expect(normalizePhone(text)).toBe("79161234567");
    },
  );

  it.each([
    "",
    "916123456",
    "84951234567",
    "+375291234567",
    "8 916 123-45-67 доб. 2",
    "7916123456789",
  ])("refuses %s", (text) => {
    expect(normalizePhone(text)).toBeNull();
  });

  it("is shown by groups and hidden in the middle", () => {
    expect(formatPhone("79161234567")).toBe("+7 (916) 123 45 67");
    expect(maskPhone("79161234567")).toBe("+7 (916) *** ** 67");
  });
});

function firstValidInn(prefix: string): string {
  for (let number = 0; ; number += 1) {
    const inn = `${prefix}${String(number).padStart(10, "0")}`;
    if (personInnFinding(inn) === null) return inn;
  }
}

it.each([
  ["5,0471360662E+11", "504713606620"],
  ["5.04713606620E11", "504713606620"],
  ["5,04713606620е+11", "504713606620"],
  ["7,9161234567E+10", "79161234567"],
  ["1,2345E+4", "12345"],
  ["4,00045E+3", "4000.45"],
  // Some of its digits may be lost.
  ["5,04E+11", "5,04E+11"],
  ["5,04714E+11", "5,04714E+11"],
  ["7,9E+10", "7,9E+10"],
  ["4.0817810700000002E+19", "4.0817810700000002E+19"],
  ["5E+3", "5E+3"],
  ["5,0E-3", "5,0E-3"],
  ["504713606620", "504713606620"],
  ["Е+11", "Е+11"],
])("a number in scientific form, %s, is read as %s", (text, digits) => {
  expect(exactDigits(text)).toBe(digits);
});
