import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { useNavigate, useLocation } from "react-router";
import { addressWith } from "./query-address.ts";
import "#web/ui/site.css";
import "./catalogue.css";

interface CatalogueFormProps {
  readonly label: string;
  /** Query parameters without a field. */
  readonly preserved?: readonly string[];
  readonly children: ReactNode;
}

/** A GET form works without JavaScript; with it empty fields stay out of the URL. */
export function CatalogueForm({ label, preserved = [], children }: CatalogueFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);

  // A chip or Back changed the URL: reset the fields. On the first render text may have been typed
  // before hydration.
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
    // On Back the browser would restore later values.
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
