import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Brings a checkout to the state its sources describe: packages of the lockfile, and the built product. What is already
 * there is told by hashes kept beside it, so that a second start does nothing.
 *
 * @param {string} root - folder of package.json.
 * @param {{ build: boolean }} options
 */
export async function prepare(root, options) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) stop(`Нужен Node.js 20.19 или новее, а здесь ${process.versions.node}`);

  const packages = hashOf(root, ["package.json", "package-lock.json"]);
  const packagesStamp = join(root, "node_modules", ".prepared");
  if (!isStamped(packagesStamp, packages)) {
    say("Устанавливаю пакеты…");
    // Not `npm ci`: it insists on every optional package of every platform, and some registries do not carry them all. The
    // versions are the lockfile's either way, and `--no-save` leaves the lockfile as it is.
    run(root, npm(), ["install", "--no-save", "--no-audit", "--no-fund"]);
    writeFileSync(packagesStamp, packages);
  }
  if (!options.build) return;

  const sources = hashOf(root, ["src", "public", "vite.config.ts", "package-lock.json", "tsconfig.json"]);
  const buildStamp = join(root, "dist", ".prepared");
  if (!isStamped(buildStamp, sources)) {
    say("Собираю…");
    run(root, npm(), ["run", "--silent", "build"]);
    mkdirSync(join(root, "dist"), { recursive: true });
    writeFileSync(buildStamp, sources);
  }
}

function isStamped(path, stamp) {
  return existsSync(path) && readFileSync(path, "utf8") === stamp;
}

function hashOf(root, names) {
  const hash = createHash("sha256");
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
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

function run(root, command, parameters) {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
  if (status !== 0) stop(`Не получилось: ${command} ${parameters.join(" ")}`);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function stop(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
