import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Brings a checkout to the state its sources describe: packages of the lockfile, and the built product. What is already
 * there is told by hashes kept beside it, so that a second start does nothing.
 *
 * @param {string} root - folder of package.json.
 * @param {{ build: boolean }} options
 */
export async function prepare(root, options) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(`Нужен Node.js 20.19 или новее, а здесь ${process.versions.node}`);

  const packages = hashOf(root, ["package-lock.json"]);
  const packagesStamp = join(root, "node_modules", ".prepared");
  if (!isStamped(packagesStamp, packages)) {
    runStep(root, "Ставлю пакеты", ["ci", "--no-audit", "--no-fund"]);
    writeFileSync(packagesStamp, packages);
  }
  if (!options.build) return;

  const sources = hashOf(root, [
    "src",
    "public",
    "vite.config.ts",
    "package-lock.json",
    "tsconfig.json",
  ]);
  const buildStamp = join(root, "dist", ".prepared");
  if (!isStamped(buildStamp, sources)) {
    runStep(root, "Собираю страницы и сервер", ["run", "--silent", "build"]);
    mkdirSync(join(root, "dist"), { recursive: true });
    writeFileSync(buildStamp, sources);
  }
}

function isStamped(path, stamp) {
  return existsSync(path) && readFileSync(path, "utf8") === stamp;
}

/** Folders the build itself writes among the sources. */
const GENERATED = ["generated"];

/** Of the names and contents of files and folders. */
export function hashOf(root, names) {
  const hash = createHash("sha256");
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (!GENERATED.includes(name)) add(join(path, name));
    } else {
      hash.update(path.slice(root.length)).update(readFileSync(path));
    }
  };
  for (const name of names) add(join(root, name));
  return hash.digest("hex");
}

function npm() {
  return process.platform === "win32" ? "npm.cmd" : "npm";
}

/** Runs a step of npm with its output in a log, which is shown only when the step fails. */
function runStep(root, sentence, parameters) {
  const start = performance.now();
  process.stdout.write(`${sentence}… `);
  const log = join(mkdtempSync(join(tmpdir(), "samozanyatye-")), "step.log");
  const output = openSync(log, "w");
  const { status } = spawnSync(npm(), parameters, {
    cwd: root,
    stdio: ["ignore", output, output],
    shell: process.platform === "win32",
  });
  closeSync(output);
  if (status !== 0) {
    process.stdout.write(`\n\n${readFileSync(log, "utf8")}\n`);
    stop(`Не получилось: npm ${parameters.join(" ")}`);
  }
  rmSync(dirname(log), { recursive: true });
  process.stdout.write(`${Math.round((performance.now() - start) / 1000)} с\n`);
}

function stop(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
