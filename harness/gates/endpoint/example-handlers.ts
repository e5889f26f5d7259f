import { ownFile } from '../../base/own-files.ts';

/**
 * The correct webhook handlers that `gate --init` writes. Each is one process, which `restart.sh` can kill, with the
 * commands `serve STORE PORT` and `credits STORE`.
 */
const HANDLERS = {
  'handler-python': { file: 'backend.py', runs: 'python3', needs: 'Python 3.9 or later' },
  'handler-typescript': { file: 'backend.ts', runs: 'node', needs: 'Node 22.18 or later' },
} as const;

type HandlerName = keyof typeof HANDLERS;

/** The names of the example handlers. */
export const HANDLER_NAMES = Object.keys(HANDLERS) as readonly HandlerName[];

const PORT = 3000;
const ENDPOINT = `http://127.0.0.1:${PORT}/webhooks`;

/** The files that `gate --init` writes, and their commands. @param at the path of a file where the commands run */
export function exampleHandler(name: HandlerName, at: (file: string) => string) {
  const { file, runs, needs } = HANDLERS[name];
  const handler = `${runs} ${at(file)}`;
  const restart = `bash ${at('restart.sh')} ${at('backend.pid')} ${PORT} ${handler} serve ${at('credits.db')} ${PORT}`;
  const files = [file, 'restart.sh'].map(own => ({
    name: own,
    url: ownFile(`harness/gates/endpoint/examples/${own}`),
  }));
  return { files, needs, restart, credits: `${handler} credits ${at('credits.db')}`, endpoint: ENDPOINT };
}
