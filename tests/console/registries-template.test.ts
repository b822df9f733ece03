import { expect, test } from "vitest";
import { findService } from "#console/resources/registries/filled-template-drawer.tsx";

const SERVICES = [
  { id: 1, code: "0301", title: "Пешая курьерская доставка" },
  { id: 2, code: "0302", title: "Доставка на автомобиле" },
  { id: 3, code: "0201", title: "Погрузка" },
];

test.each([
  ["0301", 1],
  ["погрузка", 3],
  ["0302 Доставка на автомобиле", 2],
  ["автомоб", 2],
  ["доставка", undefined],
  ["", undefined],
  ["ремонт", undefined],
])("the service meant by «%s»", (typed, id) => {
  expect(findService(SERVICES, typed)?.id).toBe(id);
});
