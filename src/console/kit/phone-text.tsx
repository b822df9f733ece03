import { formatPhone } from "#web/format/phone.ts";

/** With `isLink`, a tap calls. */
export function PhoneText({
  phone,
  isLink,
}: {
  phone: string | null | undefined;
  isLink?: boolean;
}) {
  if (!phone) return <span className="num">—</span>;
  const text = formatPhone(phone);
  return isLink ? (
    <a className="num" href={`tel:+${phone}`}>
      {text}
    </a>
  ) : (
    <span className="num">{text}</span>
  );
}
