import { fireEvent, render, screen } from "@testing-library/react";
import { Form } from "antd";
import { expect, test } from "vitest";
import { PhoneInput } from "#console/kit/phone-input.tsx";

function typeAt(field: HTMLInputElement, value: string, caret: number): void {
  field.focus();
  fireEvent.change(field, {
    target: { value, selectionStart: caret, selectionEnd: caret },
  });
}

test("a digit put right in the middle of a phone leaves the caret behind it", () => {
  render(
    <Form initialValues={{ phone: "+7 (999) 123 45 67" }}>
      <Form.Item name="phone" label="Телефон">
        <PhoneInput />
      </Form.Item>
    </Form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>("Телефон");
  expect(field.value).toBe("+7 (999) 123 45 67");
  // The second digit of the code was taken out.
  typeAt(field, "+7 (99) 123 45 67", 6);
  expect(field.value).toBe("+7 (991) 234 56 7");
  expect(field.selectionStart).toBe(6);
  typeAt(field, "+7 (90991) 234 56 7", 7);
  expect(field.value).toBe("+7 (909) 912 34 56");
  expect(field.selectionStart).toBe(7);
});
