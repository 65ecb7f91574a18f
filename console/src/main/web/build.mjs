// Bundles the scripts and styles of the console. node build.mjs FOLDER: where they are written.
import { build } from "esbuild";
import { copyFileSync, mkdirSync } from "node:fs";

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: ["early.ts", "console.ts", "asks.ts", "charts.ts", "editor.ts", "replay.ts", "console.css"],
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  logLevel: "warning",
});
copyFileSync("icon.svg", `${folder}/icon.svg`);
