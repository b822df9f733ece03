/** `npm run test:on-day` sets them; a process with an environment of its own needs them too. */
const NAMES = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC"];

export const CLOCK: NodeJS.ProcessEnv = Object.fromEntries(
  NAMES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);
