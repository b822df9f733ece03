import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { useNavigate, useLocation } from "react-router";
import { addressWith } from "./query-address.ts";
import "#web/ui/site.css";
import "./catalogue.css";

interface CatalogueFormProps {
  readonly label: string;
  /**
   * Names of the query the form has no field for and keeps all the same: the order, the customer.
   */
  readonly preserved?: readonly string[];
  readonly children: ReactNode;
}

/**
 * Filters of a public list: a form the browser itself can send, because the address is the list.
 * With JavaScript the page is not loaded anew and empty fields stay out of the address.
 */
export function CatalogueForm({ label, preserved = [], children }: CatalogueFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);

  // A chip or the Back button changed the address: fields say what the list shows. At first they
  // already do, unless somebody has typed before the page was alive.
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    const now = new URLSearchParams(search);
    for (const field of form.current?.elements ?? []) {
      if (isField(field) && field.name !== "") field.value = now.get(field.name) ?? "";
    }
  }, [search]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].filter(
      (pair): pair is [string, string] => typeof pair[1] === "string",
    );
    void navigate(addressWith(pathname, new URLSearchParams(typed), {}));
  };
  return (
    // Off: going back, the browser would put what was chosen later into fields of an earlier
    // address.
    <form
      ref={form}
      className="catalogue-form"
      autoComplete="off"
      method="get"
      action={pathname}
      role="search"
      aria-label={label}
      onSubmit={handleSubmit}
    >
      {preserved.map((name) =>
        query.get(name) ? (
          <input key={name} type="hidden" name={name} defaultValue={query.get(name) ?? ""} />
        ) : null,
      )}
      {children}
    </form>
  );
}

function isField(element: Element): element is HTMLInputElement | HTMLSelectElement {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}
