import { figuresAgree } from "#tests/support/figures-agree.ts";

figuresAgree(Number(process.env["MONTH_WORKERS"] ?? 2000));
