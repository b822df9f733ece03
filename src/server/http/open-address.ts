import { BlockList, isIP } from "node:net";

/** RFC 1918, loopback, link-local (cloud metadata), carrier networks, documentation, multicast. */
const CLOSED_4 = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  CLOSED_4.addSubnet(network, prefix, "ipv4");
// Separate: Node checks IPv4 against IPv6's mapped addresses too.
const CLOSED_6 = new BlockList();
// Closed: all but global unicast, and ranges that carry IPv4, which has several spellings.
for (const [network, prefix] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  CLOSED_6.addSubnet(network, prefix, "ipv6");

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

export const PRIVATE_ADDRESS =
  "Адрес ведёт во внутреннюю сеть: укажите адрес, доступный из интернета";

export function isOpenAddress(address: string): boolean {
  const version = isIP(address);
  return version === 4
    ? !CLOSED_4.check(address, "ipv4")
    : version === 6 && !CLOSED_6.check(address, "ipv6");
}

export function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? "ipv4" : "ipv6");
}
