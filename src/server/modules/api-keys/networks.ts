import { isIP } from "node:net";
import { invalid } from "#server/http/app-error.ts";

/**
 * «10.0.0.5» or «10.0.0.0/24».
 *
 * @throws AppError `invalid` — field `ips`.
 */
export function networksOf(given: readonly string[]): string[] {
  const wanted = [...new Set(given.map((one) => one.trim()).filter(Boolean))];
  const wrong = wanted.find((one) => {
    const [address = "", length, ...rest] = one.split("/");
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    return (
      version === 0 ||
      rest.length > 0 ||
      (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > most))
    );
  });
  if (wrong !== undefined)
    throw invalid({ ips: [`«${wrong}» не IP-адрес. Примеры: 203.0.113.7, 203.0.113.0/24`] });
  return wanted;
}
