import { callHarness } from './run-cli.ts';

/** A sandbox in a separate process, and the environment variables that let a run reach it. */
export type ServedSandbox = Awaited<ReturnType<typeof serveSandbox>>;

const CONTROL = fileUrl('./control.ts');

/** Starts the embedded sandbox in a separate process, as a remote service. */
export async function serveSandbox(args: readonly string[] = []) {
  const process_ = callHarness(['sandbox', ...args]);
  const { url } = JSON.parse(await process_.said(/^\{.*\}$/m)) as { url: string };
  const control = (what: string) => `SANDBOX_URL='${url}' "${process.execPath}" "${CONTROL}" ${what}`;
  return {
    url,
    process: process_,
    env: { SANDBOX_URL: url, ORDER_COMMAND: control('orders'), WEBHOOK_COMMAND: control('webhook') },
  };
}

function fileUrl(relative: string): string {
  return decodeURIComponent(new URL(relative, import.meta.url).pathname);
}
