/** `npm run test:on-day` sets them; a process with an environment of its own needs them too. */
const NAMES = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC"];

export const CLOCK: NodeJS.ProcessEnv = Object.fromEntries(
  NAMES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);

/** Of all of them; a browser stays on the real day: under the library it is thirty times slower. */
export const MOVED_MS = Number.parseInt(process.env["FAKETIME"] ?? "0", 10) * 1000;
